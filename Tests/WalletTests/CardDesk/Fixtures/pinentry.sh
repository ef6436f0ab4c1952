#!/bin/sh
# A pinentry for tests: notes what it is told in the file $LOG, and answers with what is in $LOG.answers, a line each.
LOG=$0.log
exec 3<"$0.answers"
echo "OK Pleased to meet you"
while read -r line; do
  echo "$line" >>"$LOG"
  case "$line" in
  GETPIN | CONFIRM*)
    read -r answer <&3
    case "$answer" in
    wait) sleep 600 ;;
    ERR*) echo "$answer" ;;
    '') echo "OK" ;;
    *) echo "S REMARK"; echo "D $answer"; echo "OK" ;;
    esac
    ;;
  OPTION*) echo "ERR 83886254 Unknown option <Pinentry>" ;;
  *) echo "OK" ;;
  esac
done
