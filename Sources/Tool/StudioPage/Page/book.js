// What the page knows of the flows besides the engine: the printed tables, findings, coverage and
// named paths.

export class Book {
  constructor(document) {
    Object.assign(this, document);
    this.byID = new Map(this.flows.map((flow) => [flow.id, flow]));
    this.byPage = new Map(this.flows.map((flow) => [flow.page, flow]));
    this.lines = new Map();
    this.steps = new Map();
    for (const flow of this.flows) {
      for (const line of flow.lines) {
        this.lines.set(`${flow.id}:${line.row ?? line.id}`, { flow, line });
        if (line.kind === "step" || line.kind === "line") this.steps.set(`${flow.id}:${line.id}`,
          line);
      }
    }
    this.remarks = Map.groupBy(this.findings, ({ flow, at }) => `${flow}:${at}`);
    this.remarksByFlow = Map.groupBy(this.findings, ({ flow }) => flow);
    this.failed = new Map();
    for (const failure of this.failures ?? []) {
      for (const row of failure.rows) {
        const key = `${failure.as} ${row}`;
        this.failed.set(key, [...(this.failed.get(key) ?? []), failure]);
      }
    }
    this.prove(this.proofs);
    this.folders = Map.groupBy(this.flows.toSorted((a, b) => natural(a.id, b.id)), ({ folder }) =>
      folder);
  }

  /** Takes the house rules. A run that breaks one is a remark at its last row. */
  prove(proofs) {
    this.proofs = proofs ?? null;
    this.breaks = new Map();
    for (const rule of this.proofs?.rules ?? []) {
      for (const { as, why, run } of rule.verdicts) {
        const key = run && `${as} ${run.at}`;
        if (run) this.breaks.set(key, [...(this.breaks.get(key) ?? []),
          { rule, why, run: { ...run, as } }]);
      }
    }
  }

  /** The runs that break a house rule with this row as their last. */
  breaksAt(flow, line, reading) {
    return this.breaks.get(`${reading} ${flow.id}:${line.row ?? line.id}`) ?? [];
  }

  /** The tests of the app that failed at a row. */
  failuresAt(flow, line, reading) {
    return line.row ? this.failed.get(`${reading} ${flow.id}:${line.row}`) ?? [] : [];
  }

  /** How far a row is proven, and by what. */
  evidenceAt(flow, line, reading) {
    return line.row && this.evidence?.as === reading
      ? this.evidence.rows[`${flow.id}:${line.row}`] : undefined;
  }

  /** The remarks of the check in a reading at a line, or with an empty `at` those about a whole
   * flow. */
  remarksAt(flow, at, reading) {
    return inReading(this.remarks.get(`${flow.id}:${at}`), reading);
  }

  remarksOf(flow, reading) {
    return inReading(this.remarksByFlow.get(flow.id), reading);
  }

  /** The findings that are mistakes, in a reading. */
  errors(reading) {
    return inReading(this.findings, reading).filter(isError);
  }

  /** The rows that the buttons of a step take, in the order of the buttons. */
  pressed(step, reading) {
    const line = this.steps.get(step);
    return (reading === "meant" ? line?.pressMeant : undefined) ?? line?.press ?? [];
  }

  /** The flows in the order in which a journey from one of them comes to them, then the others. */
  journey(from) {
    const found = new Set();
    const ahead = [from ?? this.flows[0], ...this.flows];
    while (ahead.length) {
      const flow = ahead.shift();
      if (!flow || found.has(flow)) continue;
      found.add(flow);
      ahead.unshift(...(flow.to ?? []).map((id) => this.byID.get(id)));
    }
    return [...found];
  }

  /** The lines of the printed table; as meant, also those that the document lacks. */
  linesOf(flow, reading) {
    return flow.lines.filter((line) => !line.only || line.only === reading);
  }

  /** Where a row leads in a reading. */
  target(line, reading) {
    return (reading === "meant" ? line.meant : undefined) ?? line.leads ?? line.next;
  }

  /** How often a row was taken. */
  taken(kind, flow, line, reading) {
    return this.coverage[kind]?.[reading]?.[`${flow.id}:${line.row}`] ?? 0;
  }

  /** Whether anything was counted. Where nobody has written a path, a zero says nothing. */
  isCounted(kind, reading) {
    return Object.keys(this.coverage[kind]?.[reading] ?? {}).length > 0;
  }

  /** The rows of a flow that can be covered, and how many of them were. */
  share(kind, flow, reading) {
    let [all, taken] = [0, 0];
    for (const line of flow.lines) {
      if (!line.row || line.only && line.only !== reading || !this.target(line, reading)) continue;
      all += 1;
      if (this.taken(kind, flow, line, reading) > 0) taken += 1;
    }
    return { all, taken };
  }

  /** The lines whose id or text has all of these words. */
  find(words, limit) {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [];
    if (!wanted.length) return found;
    for (const flow of this.flows) {
      for (const line of flow.lines) {
        const text =
          `${flow.id}:${line.row ?? line.id} ${line.text} ${line.message ?? ""}`
          .toLowerCase();
        if (!wanted.every((word) => text.includes(word))) continue;
        found.push({ flow, line });
        if (found.length === limit) return found;
      }
    }
    return found;
  }
}

/** The flows of a page that has a part of them and the list of all: of the others it knows the
 * names, and how many findings and paths they have. */
export function withOthers(part, list) {
  const own = new Map(part.flows.map((flow) => [flow.id, flow]));
  const others = (items) => items.filter(({ flow }) => !own.has(flow));
  return { ...list, ...part, isPart: true,
    flows: list.flows.map((flow) => own.get(flow.id)
      ?? { ...flow, isNamed: true, about: [], facts: [], lines: [] }),
    findings: [...part.findings, ...others(list.findings)],
    paths: [...part.paths, ...others(list.paths)] };
}

/** Compares ids as people order them: EID2 before EID10. */
export const natural = new Intl.Collator("en", { numeric: true }).compare;

/** Whether a remark is a mistake, which is never folded away. */
export const isError = ({ severity, standing }) => severity === "error" && standing === "open";

/** Whether a text has all of the words. */
export function has(text, words) {
  const folded = text.toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => folded.includes(word));
}

/** Those remarks that are found in a reading. */
function inReading(remarks = [], reading) {
  return remarks.filter(({ only }) => only === undefined || only === reading);
}
