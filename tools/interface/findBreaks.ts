type Json = { readonly [key: string]: unknown };

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a client relies on. Texts, examples, defaults and bounds may change. */
const TYPE_KEYWORDS = new Set(['$ref', 'const', 'pattern', 'type']);
const IGNORED = new Set(['description', 'example', 'examples', 'info', 'openapi', 'servers', 'summary']);

/** Names a list member by its content, so that its position does not matter. */
function nameOf(member: unknown): string {
  if (!isJson(member)) return String(member);
  return String(member.const ?? member.$ref ?? member.name ?? member.type ?? 'one');
}

/** Everything a client of the document can rely on, as `place: keyword value`. */
function listFacts(node: unknown, place: string): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((member) => listFacts(member, `${place} ${nameOf(member)}`));
  if (!isJson(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    // A field may have the name of a keyword.
    const isField = /(?:properties|headers|schemas)$/.test(place);
    if (!isField && IGNORED.has(key)) return [];
    if (!isField && TYPE_KEYWORDS.has(key) && !isJson(value)) return [`${place}: ${key} ${JSON.stringify(value)}`];
    if (!isField && key === 'required' && Array.isArray(value)) {
      return place.endsWith('Request') ? [] : value.map((field) => `${place}: required ${field}`);
    }
    return [`${place}/${key}`, ...listFacts(value, `${place}/${key}`)];
  });
}

/** The fields that a request must have. */
function listDemands(document: Json): readonly string[] {
  const { schemas } = isJson(document.components) ? document.components : {};
  return Object.entries(isJson(schemas) ? schemas : {}).flatMap(([name, schema]) => {
    const required = isJson(schema) && name.endsWith('Request') ? schema.required : [];
    return Array.isArray(required) ? required.map((field) => `${name}: requires ${field}`) : [];
  });
}

/**
 * What a client of the released document loses with the new one: a path, field, type, code or required answer field that is
 * gone or changed, and a request field that becomes required. Additions are not a loss.
 */
export function findBreaks(released: Json, current: Json): readonly string[] {
  const [facts, demands] = [new Set(listFacts(current, '')), new Set(listDemands(released))];
  return [
    ...listFacts(released, '').filter((fact) => !facts.has(fact)),
    ...listDemands(current).filter((demand) => !demands.has(demand)),
  ];
}
