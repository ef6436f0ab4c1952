// Exported SCXML in Qt SCXML, driven by lines on standard input: `open FILE`, `send EVENT`,
// `wait MILLISECONDS` (until the next row, at most so long). Answers with what the chart logged,
// one line each, then the active states and an empty line.
#include <QtCore/QCoreApplication>
#include <QtCore/QDeadlineTimer>
#include <QtScxml/QScxmlStateMachine>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>

static int rows = 0;

static void answer(QScxmlStateMachine *machine) {
  const QStringList names = machine->activeStateNames(true);
  std::printf("active %s\n\n", names.join(' ').toUtf8().constData());
  std::fflush(stdout);
}

int main(int argc, char **argv) {
  QCoreApplication app(argc, argv);
  std::unique_ptr<QScxmlStateMachine> machine;
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto space = line.find(' ');
    const std::string word = line.substr(0, space);
    const QString rest = space == std::string::npos ? QString() : QString::fromStdString(line.substr(space + 1));
    if (word == "open") {
      machine.reset(QScxmlStateMachine::fromFile(rest));
      if (!machine || !machine->parseErrors().isEmpty()) {
        for (const auto &error : machine->parseErrors())
          std::fprintf(stderr, "qt: %s\n", error.toString().toUtf8().constData());
        return 2;
      }
      QObject::connect(machine.get(), &QScxmlStateMachine::log, [](const QString &label, const QString &text) {
        if (label == "row") rows++;
        std::printf("%s: %s\n", label.toUtf8().constData(), text.toUtf8().constData());
      });
      if (!machine->init()) return 2;
      machine->start();
    } else if (word == "send") {
      machine->submitEvent(rest);
    } else if (word == "wait") {
      const QDeadlineTimer deadline(rest.toInt());
      const int before = rows;
      while (rows == before && !deadline.hasExpired()) app.processEvents(QEventLoop::WaitForMoreEvents, 50);
    } else {
      return 2;
    }
    // What a chart logs comes an event later than what it does.
    for (int round = 0; round < 4; round++) app.processEvents();
    answer(machine.get());
  }
}
