// Elements, numbers and tables of the dashboard. All text is set as text, never as markup: names come from signalling.

const HISTORY = 60;
export const NONE = "–";
export const $ = (id) => document.getElementById(id);

// Elements.

/** Controls of text direction would reverse what follows a name: they show as replacement characters. */
const plain = (child) => (typeof child === "string" ? child.replace(/[\u202a-\u202e\u2066-\u2069]/g, "\ufffd") : child);

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.map(plain));
  return made;
}

/** Sets children only if their text differs, so that focus and selection stay. */
export function fill(parent, ...children) {
  const markup = element("div", {}, ...children);
  if (parent.innerHTML !== markup.innerHTML) parent.replaceChildren(...markup.childNodes);
}

export const link = (text, ...path) => element("a", { href: "#/" + path.map(encodeURIComponent).join("/") }, text);

// Numbers.

export const round = (value, digits = 0) =>
  Number.isFinite(value) ? value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits }) : NONE;
export const bitrate = (bps) =>
  !Number.isFinite(bps) || bps < 0 ? NONE : bps >= 1e6 ? round(bps / 1e6, bps < 1e7 ? 2 : 1) + " Mbit/s" : round(bps / 1e3) + " kbit/s";
export const percent = (fraction, digits = 1) =>
  Number.isFinite(fraction) && fraction >= 0 ? round(100 * fraction, digits) + " %" : NONE;
export const milliseconds = (value) => (value > 0 ? round(value, value < 10 ? 1 : 0) + " ms" : NONE);

/** Growth per second of a counter since the last reading; NaN before the second one. */
const readings = { last: new Map(), now: new Map(), lastMs: 0, nowMs: 0 };
export function perSecond(key, value) {
  readings.now.set(key, value);
  const before = readings.last.get(key);
  const seconds = (readings.nowMs - readings.lastMs) / 1000;
  return before === undefined || seconds <= 0 ? NaN : Math.max(0, value - before) / seconds;
}
export function newReading(timeMs) {
  if (timeMs - readings.nowMs >= 1000) { // the bridge's counters are those of the last second: sooner, a rate would be wrong
    [readings.last, readings.now] = [readings.now, new Map()];
    readings.lastMs = readings.nowMs;
  }
  readings.nowMs = timeMs;
}

// Tiles and tables.

const histories = new Map();
export function tile(name, value, shown, made = "") {
  const past = histories.get(name) ?? [];
  past.push(Number.isFinite(value) ? value : 0);
  if (past.length > HISTORY) past.shift();
  histories.set(name, past);
  const most = Math.max(...past, 1e-9);
  const points = past.map((each, i) => `${i + HISTORY - past.length},${20 - (18 * each) / most}`).join(" ");
  const chart = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  chart.setAttribute("viewBox", `0 0 ${HISTORY - 1} 21`);
  chart.setAttribute("preserveAspectRatio", "none");
  chart.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
  line.setAttribute("points", points);
  chart.append(line);
  return element("div", {}, element("dt", {}, name), element("dd", {}, shown), chart, ...(made ? [element("dd", { class: "made" }, made)] : []));
}

const sorts = new Map();
const tables = new Map();
/** One column: title, show(row) → text or element, value(row) to sort by, number: whether it stands to the right. */
export function table(id, caption, columns, rows) {
  let made = tables.get(id);
  if (!made) {
    const body = element("tbody");
    const heads = columns.map((column, i) =>
      element("th", { scope: "col", class: column.number ? "number" : undefined },
        element("button", { type: "button", onclick: () => sortBy(id, i) }, column.title)));
    made = { body, heads, caption: element("caption"), rows: [], columns };
    made.root = element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
      element("table", { id }, made.caption, element("thead", {}, element("tr", {}, ...heads)), body));
    tables.set(id, made);
  }
  made.rows = rows;
  made.caption.textContent = rows.length ? caption : caption + ": none";
  draw(id);
  return made.root;
}
function sortBy(id, column) {
  const now = sorts.get(id);
  const first = tables.get(id).columns[column].number ? -1 : 1;
  sorts.set(id, { column, direction: now?.column === column ? -now.direction : first });
  draw(id);
}
function draw(id) {
  const { body, heads, rows, columns } = tables.get(id);
  const sort = sorts.get(id);
  heads.forEach((head, i) => sort?.column === i
    ? head.setAttribute("aria-sort", sort.direction > 0 ? "ascending" : "descending") : head.removeAttribute("aria-sort"));
  const sorted = [...rows];
  if (sort) {
    const column = columns[sort.column];
    const value = column.value ?? ((row) => String(column.show(row)));
    const compare = (a, b) => typeof a === "string" ? a.localeCompare(b) : (Number.isNaN(a) ? -1 : a) - (Number.isNaN(b) ? -1 : b);
    sorted.sort((a, b) => sort.direction * compare(value(a), value(b)));
  }
  const present = new Map([...body.rows].map((row) => [row.dataset.id, row]));
  const drawn = sorted.map((row) => {
    const line = present.get(row.id) ?? element("tr", { "data-id": row.id },
      ...columns.map((column) => element("td", { class: column.class ?? (column.number ? "number" : undefined) })));
    columns.forEach((column, i) => {
      const shown = column.show(row);
      fill(line.cells[i], shown instanceof Node ? shown : String(shown));
    });
    return line;
  });
  if (drawn.length !== body.rows.length || drawn.some((line, i) => body.rows[i] !== line)) body.replaceChildren(...drawn);
}

/** Forgets what was shown: another page begins. */
export function forget() {
  for (const each of [histories, tables, keeps, readings.now]) each.clear();
}

const keeps = new Map();
/** The same element as before with the content of another one. */
export function kept(id, fresh) {
  const root = keeps.get(id) ?? element(fresh.localName, { id, class: fresh.className || undefined });
  keeps.set(id, root);
  fill(root, ...fresh.childNodes);
  return root;
}
