#!/bin/sh
# Installs flowrun where a change is checked, unless the machine has it: the package whose checksum
# stands in `.flowrun/package.sha256`, as `sha256sum` writes it. Its name is that of a file in
# `.flowrun`, or an address to download it from. No other package is installed.
set -eu
# Only the folder of the program is printed, everything else is for people.
exec 3>&1 1>&2
if found=$(command -v flowrun); then
  dirname "$found" >&3
  exit 0
fi
list=.flowrun/package.sha256
if [ ! -s "$list" ]; then
  echo "flowrun is not on this machine, and there is no $list;" \
    "\`flowrun init --package FILE\` writes it"
  exit 1
fi
read -r sum name <"$list"
work=${RUNNER_TEMP:-${TMPDIR:-/tmp}}/flowrun-install
mkdir -p "$work"
case $name in
https://* | file://*)
  file=$work/${name##*/}
  curl -fsSL "$name" -o "$file"
  ;;
*) file=.flowrun/${name##*/} ;;
esac
# What is installed must be the package that was meant.
echo "$sum  $file" | sha256sum --check --strict -
bin=$work/bin
case $file in
*.deb)
  case $file in /*) ;; *) file=./$file ;; esac
  if [ "$(id -u)" -eq 0 ]; then as_root=; else as_root=sudo; fi
  $as_root apt-get update -q
  $as_root apt-get install -y -q --no-install-recommends "$file"
  echo /usr/bin >&3
  exit 0
  ;;
*.whl)
  python3 -m venv "$work/python"
  "$work/python/bin/pip" install --quiet --no-index --no-deps "$file"
  bin=$work/python/bin
  ;;
*.tar.gz | *.tar.xz)
  mkdir -p "$work/flowrun"
  tar -xf "$file" -C "$work/flowrun"
  program=$(find "$work/flowrun" -type f -path '*/bin/flowrun' | head -n 1)
  [ -n "$program" ] || { echo "there is no bin/flowrun in $file"; exit 1; }
  bin=${program%/flowrun}
  ;;
*)
  echo "$file is no .deb, .whl, .tar.gz or .tar.xz"
  exit 1
  ;;
esac
# The next steps find it: on GitHub by this file, elsewhere by what is printed.
[ -z "${GITHUB_PATH:-}" ] || echo "$bin" >>"$GITHUB_PATH"
echo "$bin" >&3
