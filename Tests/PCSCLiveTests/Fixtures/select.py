"""Talks to the first card as any other PC/SC program would, by pyscard.

Prints the reader, the answer to reset, and the status word of each plain command.
"""
from smartcard.System import readers
from smartcard.util import toHexString

COMMANDS = [
    "00 A4 04 0C 10 A0 00 00 00 77 01 08 00 07 00 00 FE 00 00 01 00",
    "00 A4 02 0C 02 01 1C",
    "00 B0 00 00 16",
    "00 A4 01 0C 02 50 00",
]

for reader in readers():
    connection = reader.createConnection()
    try:
        connection.connect()
    except Exception:
        continue
    print(reader)
    print(toHexString(connection.getATR()).replace(" ", ""))
    for command in COMMANDS:
        data, sw1, sw2 = connection.transmit(list(bytes.fromhex(command)))
        print(f"{bytes(data).hex().upper()}{sw1:02X}{sw2:02X}")
    connection.disconnect()
    break
else:
    raise SystemExit("no card")
