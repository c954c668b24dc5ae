// Makes a page of /openapi.json: operations by tag, with parameters, bodies, answers and schemas.
const METHODS = ["get", "post", "put", "patch", "delete", "options", "head"];

function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) if (value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Paragraphs, and text between backquotes as code. */
function prose(text = "") {
  return text.trim().split(/\n\s*\n/).filter(Boolean).map((paragraph) => element("p", {}, ...words(paragraph)));
}
function words(text = "") {
  return text.replaceAll("**", "").split("`").map((part, index) => index % 2 ? element("code", {}, part) : part);
}

const answer = await fetch("/openapi.json");
const main = document.getElementById("main");
if (!answer.ok) {
  main.replaceChildren(element("p", { role: "alert" }, "The description was not served: status " + answer.status));
  throw new Error("status " + answer.status);
}
const api = await answer.json();
const at = (reference) => reference.slice(2).split("/").reduce((node, name) => node[name], api);
const followed = (node) => node?.$ref ? at(node.$ref) : node;

function list(rows) {
  return element("dl", {}, ...rows.flatMap(([term, ...description]) => [element("dt", {}, term), element("dd", {}, ...description)]));
}
function schemaOf(schema) {
  if (!schema) return [];
  const name = schema.$ref?.split("/").at(-1);
  return name
    ? [element("a", { href: "#schema-" + name }, name)]
    : [element("code", {}, schema.enum?.join(" | ") ?? (typeof schema.type === "string" ? schema.type : JSON.stringify(schema.type ?? schema)))];
}
function content(body) {
  return Object.entries(body?.content ?? {}).map(([type, media]) => element("div", {}, element("code", {}, type), " ", ...schemaOf(media.schema),
    ...Object.values(media.examples ?? {}).map((example) => element("pre", { tabindex: "0" }, typeof example.value === "string" ? example.value : JSON.stringify(example.value, null, 1)))));
}
function section(title, rows) {
  return rows.length ? [element("h3", {}, title), list(rows)] : [];
}
function operation(path, method, item) {
  const it = item[method];
  const parameters = [...item.parameters ?? [], ...it.parameters ?? []].map(followed);
  const body = followed(it.requestBody);
  return element("details", { id: it.operationId },
    element("summary", {}, element("b", {}, method.toUpperCase()), element("code", {}, path), " ", element("span", {}, ...words(it.summary))),
    ...prose(it.description),
    ...section("Parameters", parameters.map((each) => [each.name, each.in + ", ", ...schemaOf(each.schema), " ", ...words(each.description)])),
    ...section("Body", body ? [["", ...words(body.description), ...content(body)]] : []),
    ...section("Answers", Object.entries(it.responses).map(([status, response]) => {
      const full = followed(response);
      const headers = Object.keys(full.headers ?? {});
      return [status, ...words(full.description), headers.length ? " Headers: " + headers.join(", ") + "." : "", ...content(full)];
    })));
}

const page = prose(api.info.description);
for (const tag of api.tags) {
  page.push(element("h2", { id: tag.name }, tag.name), ...prose(tag.description));
  for (const [path, item] of Object.entries(api.paths)) {
    for (const method of METHODS) if (item[method]?.tags?.includes(tag.name)) page.push(operation(path, method, item));
  }
}
page.push(element("h2", { id: "schemas" }, "schemas"));
for (const [name, schema] of Object.entries(api.components?.schemas ?? {})) {
  page.push(element("details", { id: "schema-" + name }, element("summary", {}, element("code", {}, name), " ", element("span", {}, ...words(schema.description))),
    element("pre", { tabindex: "0" }, JSON.stringify(schema, null, 1))));
}
main.replaceChildren(...page);

function open() {
  const shown = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!shown) return;
  if (shown.localName === "details") shown.open = true;
  shown.scrollIntoView();
}
addEventListener("hashchange", open);
open();
