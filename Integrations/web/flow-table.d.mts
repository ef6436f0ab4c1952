/** A page of `flowrun site` as a part of another page: `<flow-table src="site/UC1.html">`. */
export class FlowTable extends HTMLElement {}

/** The rows that a walk has taken, in order: `event.detail` of `flow-rows`. */
export interface FlowRows {
  flow: string;
  rows: string[];
}

declare global {
  interface HTMLElementTagNameMap {
    "flow-table": FlowTable;
  }
  interface HTMLElementEventMap {
    "flow-rows": CustomEvent<FlowRows>;
  }
}
