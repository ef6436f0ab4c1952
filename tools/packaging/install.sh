#!/usr/bin/env bash
# Installs flowrun from this folder, or removes what it has installed.
#
#   ./install.sh [--prefix DIR]     by default /usr/local for root, else ~/.local
#   ./install.sh --uninstall [--prefix DIR]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
fail() { printf 'install.sh: %s\n' "$1" >&2; exit 2; }

if [ "$(id -u)" -eq 0 ]; then prefix=/usr/local; else prefix=$HOME/.local; fi
uninstall=
while [ $# -gt 0 ]; do
  case $1 in
    --prefix) [ $# -gt 1 ] || fail '`--prefix` needs a folder'; prefix=$2; shift ;;
    --prefix=*) prefix=${1#*=} ;;
    --uninstall) uninstall=yes ;;
    *) fail "there is no option \`$1\`; it is ./install.sh [--prefix DIR] [--uninstall]" ;;
  esac
  shift
done
[ -n "$prefix" ] || fail '`--prefix` needs a folder'
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac

if [ -n "$uninstall" ]; then
  "$here/install-files" --remove "$prefix"
  echo "removed flowrun from $prefix"
  exit
fi
(cd "$here" && sha256sum --check --strict --quiet SHA256SUMS) ||
  fail 'the files are not those that were packed; unpack the archive again'
"$here/files/bin/flowrun" --version >/dev/null ||
  fail 'the program does not start here: it needs Linux with glibc 2.35 or newer, on the processor
of its name'
"$here/install-files" "$here/files" "$prefix"
echo "installed flowrun $("$prefix/bin/flowrun" --version) in $prefix"
case :$PATH: in *:"$prefix/bin":*) ;; *) echo "add $prefix/bin to PATH" ;; esac
