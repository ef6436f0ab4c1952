// <flow-table src="site/UC1.html">: a page of `flowrun site` as a part of another page.
// Attributes: `src`, the page; `height` in pixels, 640 by default; `label` for a screen reader.
// Event `flow-rows`: the rows that the walk has taken, each time it changes. `detail` is
// { flow, rows }. It comes only if the page is of the same origin; a page from a file is not.

/** A use case to walk through, inside another page. */
export class FlowTable extends HTMLElement {
  static observedAttributes = ["src", "height", "label"];
  #frame = document.createElement("iframe");
  #watch;
  #told = "";

  constructor() {
    super();
    this.#frame.style.cssText = "width: 100%; border: 0; display: block";
    this.#frame.loading = "lazy";
    this.#frame.addEventListener("load", () => this.#follow());
    this.attachShadow({ mode: "open" }).append(this.#frame);
  }

  connectedCallback() {
    this.style.display ||= "block";
    this.#show();
  }

  disconnectedCallback() {
    clearInterval(this.#watch);
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#show();
  }

  #show() {
    const src = this.getAttribute("src");
    this.#frame.title = this.getAttribute("label") ?? "A use case to walk through";
    this.#frame.style.height = `${Number(this.getAttribute("height")) || 640}px`;
    if (src && this.#frame.getAttribute("src") !== src) this.#frame.setAttribute("src", src);
  }

  /** Looks twice a second whether the walk has changed: the page says nothing by itself. */
  #follow() {
    clearInterval(this.#watch);
    this.#watch = setInterval(() => {
      const course = this.#course();
      if (!course) return;
      const rows = course.trace.map(({ row }) => row);
      const told = JSON.stringify(rows);
      if (told === this.#told) return;
      this.#told = told;
      const detail = { flow: course.state.flow, rows };
      this.dispatchEvent(new CustomEvent("flow-rows", { detail, bubbles: true, composed: true }));
    }, 500);
  }

  #course() {
    try {
      return this.#frame.contentWindow?.flowrun?.course;
    } catch {
      // A page of another origin.
      return undefined;
    }
  }
}

if (!customElements.get("flow-table")) customElements.define("flow-table", FlowTable);
