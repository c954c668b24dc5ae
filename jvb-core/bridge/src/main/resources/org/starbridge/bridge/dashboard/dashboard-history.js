// An hour of figures as lines, with the events of the same time below.
import { bitrate, element, kept, milliseconds, percent, round } from "./dashboard-elements.js";

const INTERVAL_MS = 10000;
const HOUR_SECONDS = 3600;
const names = {
  received_bps: "received", sent_bps: "sent", estimate_bps: "estimate", loss_to_it: "loss towards it", loss_from_it: "loss from it",
  rtt_ms: "round trip", busy_share: "media workers busy", conferences: "conferences", endpoints: "endpoints",
};
const kinds = { joined: "joined", left: "left", layer: "layer", suffers: "suffers", recovered: "recovered", speaks: "speaks" };
const answers = new Map();

const shown = (column, value) => column.endsWith("_bps") ? bitrate(value)
  : column.startsWith("loss") || column.endsWith("share") ? percent(value) : column.endsWith("_ms") ? milliseconds(value) : round(value);

/** The lines and events of a resource, read each ten seconds. */
export async function historyOf(path, charts) {
  const now = Date.now();
  const known = answers.get(path);
  if (!known || now - known.readMs > INTERVAL_MS) {
    answers.clear();
    answers.set(path, { readMs: now, value: await read(path) });
  }
  const { figures, events } = answers.get(path).value;
  const parts = charts.filter((columns) => columns.some((column) => figures[column])).map((columns) => lines(figures, columns, events));
  return [
    kept("history", element("section", {}, element("h2", {}, "The last hour"), element("div", { class: "lines-of-hour" }, ...parts))),
    ...(path === "/debug" ? [] : [kept("events", list(events))]), // stays open
  ];
}

async function read(path) {
  const answer = await fetch(path + "?view=history", { cache: "no-store" });
  return answer.ok ? answer.json() : { figures: {}, events: [] };
}

function svg(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function lines(figures, columns, events) {
  const end = figures.time.at(-1) ?? 0;
  const x = (time) => (600 * (1 - (end - time) / HOUR_SECONDS)).toFixed(1);
  const known = columns.filter((column) => figures[column]);
  const most = Math.max(1e-9, ...known.flatMap((column) => figures[column].filter(Number.isFinite)));
  const chart = svg("svg", { viewBox: "0 0 600 80", preserveAspectRatio: "none", "aria-hidden": "true" });
  for (const event of events) {
    if (event.kind !== "layer" && end - event.time < HOUR_SECONDS) {
      chart.append(svg("line", { x1: x(event.time), x2: x(event.time), y1: 0, y2: 80, class: event.kind === "suffers" ? "event bad" : "event" }));
    }
  }
  known.forEach((column, i) => chart.append(svg("polyline", {
    class: "series" + i,
    points: figures[column].map((value, at) => Number.isFinite(value) ? `${x(figures.time[at])},${(79 - (76 * value) / most).toFixed(1)}` : "").join(" "),
  })));
  const legend = known.map((column, i) => element("span", { class: "key" + i }, `${names[column] ?? column} ${shown(column, figures[column].at(-1))}`));
  return element("figure", {}, element("figcaption", {}, ...legend, element("span", { class: "soft" }, `top ${shown(known[0], most)}`)), chart);
}

function list(events) {
  const rows = events.slice(-50).reverse().map((event) => element("li", {},
    element("time", { datetime: new Date(1000 * event.time).toISOString() }, new Date(1000 * event.time).toLocaleTimeString("en-GB")),
    ` ${event.endpoint} ${kinds[event.kind] ?? event.kind}${event.text ? ": " + event.text : ""}`));
  return element("details", {}, element("summary", {}, `Joins, leaves, layers, speakers and verdicts: ${rows.length}`),
    element("ol", { class: "lines" }, ...rows));
}
