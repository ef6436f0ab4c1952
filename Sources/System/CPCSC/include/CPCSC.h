// The PC/SC client library (pcsc-lite). Its own headers include each other without their folder;
// the forwarding headers beside this one resolve that without `pkg-config`, whose `-pthread` the
// package manager refuses.
#include <PCSC/winscard.h>
