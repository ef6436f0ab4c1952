#!/bin/sh
# post-comment.sh FILE: writes the comment of a review to its pull request on GitHub, or to its
# merge request on GitLab. There is one comment: the next review replaces its text. Needs curl and
# jq, and the variables that the host's machines have; the token is read from FLOWRUN_TOKEN.
set -eu
file=$1
[ -n "${FLOWRUN_TOKEN:-}" ] || { echo "there is no token, so no comment was written"; exit 0; }
# The first line of the file, by which the comment is found again.
mark=$(head -n 1 "$file")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 077
if [ -n "${GITHUB_API_URL:-}" ]; then
  [ -n "${PULL_REQUEST:-}" ] ||
    { echo "this is no pull request, so no comment was written"; exit 0; }
  list=$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments
  one=$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/issues/comments
  replace=PATCH
  printf 'Authorization: Bearer %s\nAccept: application/vnd.github+json\n' "$FLOWRUN_TOKEN" \
    >"$work/headers"
  own='.user.login == $author'
  author=${FLOWRUN_AUTHOR:-github-actions[bot]}
else
  [ -n "${CI_MERGE_REQUEST_IID:-}" ] ||
    { echo "this is no merge request, so no comment was written"; exit 0; }
  list=$CI_API_V4_URL/projects/$CI_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes
  one=$list
  replace=PUT
  printf 'PRIVATE-TOKEN: %s\n' "$FLOWRUN_TOKEN" >"$work/headers"
  own='(.author.id | tostring) == $author'
  author=
fi
# The token stands in a file, since everybody can read the words of a command.
ask() { curl -fsS -H "@$work/headers" "$@"; }
[ -n "$author" ] || author=$(ask "$CI_API_V4_URL/user" | jq -r .id)
id=
page=1
while [ -z "$id" ] && [ "$page" -le 30 ]; do
  ask "$list?per_page=100&page=$page" >"$work/page"
  # Only a comment of its own: anybody may write one that begins like it.
  id=$(jq -r --arg mark "$mark" --arg author "$author" \
    "[.[] | select((.body | startswith(\$mark)) and $own) | .id][0] // empty" "$work/page")
  [ "$(jq length "$work/page")" -eq 100 ] || break
  page=$((page + 1))
done
if [ -z "$id" ] && grep -q '^\*\*Nothing is different\*\*$' "$file"; then
  echo "nothing is different, so no comment was written"
  exit 0
fi
# A change from a fork has a token that may not write. That is no reason to fail.
refused() {
  echo "the host did not take the comment; the review is in the artefact"
  exit 0
}
jq -n --rawfile body "$file" '{body: $body}' >"$work/body"
if [ -n "$id" ]; then
  ask -X "$replace" -H 'Content-Type: application/json' --data-binary "@$work/body" "$one/$id" \
    >"$work/answer" || refused
  echo "comment $id has the new text"
else
  ask -X POST -H 'Content-Type: application/json' --data-binary "@$work/body" "$list" \
    >"$work/answer" || refused
  echo "comment $(jq -r .id "$work/answer") was written"
fi
