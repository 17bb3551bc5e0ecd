import { parseSync } from 'vite';

type Node = { readonly type: string; readonly start: number; readonly [property: string]: unknown };

/** Attributes whose text a person sees or hears. */
const SHOWN = new Set(['title', 'label', 'alt', 'placeholder', 'aria-label', 'aria-description', 'line', 'detail']);
/** Code that only developers or operators read: error messages, types, modules and class names. */
const UNSEEN = new Set([
  'ImportDeclaration',
  'ThrowStatement',
  'NewExpression',
  'TSLiteralType',
  'TSTypeAliasDeclaration',
]);
const UNSEEN_ATTRIBUTES = new Set(['className', 'd', 'viewBox', 'rel', 'style']);
/** Functions whose string arguments are code. */
const CODE = new Set(['parseAbi', 'matchMedia']);

const WORD = /\p{L}{2,}/u;
const SENTENCE = /\p{L}{2,}[,:;]? \p{L}{2,}/u;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** A property of a node's child, such as an attribute's name. */
function inside(child: unknown, property: string): unknown {
  return isNode(child) ? child[property] : undefined;
}

/** The text of a node that a person would see; null for any other node. */
function seenText(node: Node): string | null {
  const isShown = node.type === 'JSXAttribute' && SHOWN.has(`${inside(node.name, 'name')}`);
  const [text, pattern] =
    node.type === 'JSXText'
      ? [node.value, WORD]
      : isShown && inside(node.value, 'type') === 'Literal'
        ? [inside(node.value, 'value'), WORD]
        : [node.type === 'TemplateElement' ? (node.value as { cooked: unknown }).cooked : node.value, SENTENCE];
  return typeof text === 'string' && pattern.test(text) ? text : null;
}

function isUnseen(node: Node): boolean {
  if (node.type === 'CallExpression') {
    const { callee } = node;
    return CODE.has(`${inside(callee, 'name') ?? inside(inside(callee, 'property'), 'name')}`);
  }
  if (UNSEEN.has(node.type)) return true;
  return node.type === 'JSXAttribute' && UNSEEN_ATTRIBUTES.has(`${inside(node.name, 'name')}`);
}

type Found = { readonly line: number; readonly text: string };

/** Finds texts in a source file that belong in en.json: text between tags, in visible attributes, and sentences in strings. */
export function findHardCoded(path: string, code: string): readonly Found[] {
  const found: Found[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one);
    if (!isNode(node) || isUnseen(node)) return;
    const text = seenText(node);
    if (text !== null) found.push({ line: code.slice(0, node.start).split('\n').length, text: text.trim() });
    else for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(path, code).program.body);
  return found;
}

/** Finds keys that no source file uses. A composed key counts as used if its beginning occurs: `step_${step}`. */
export function findUnused(keys: readonly string[], sources: readonly string[]): readonly string[] {
  const code = sources.join('\n');
  const starts = [...code.matchAll(/`(\w+_)\$\{/g)].map(([, start = '']) => start);
  const isNamed = (key: string) => code.includes(`'${key}'`) || code.includes(`"${key}"`);
  return keys.filter((key) => !isNamed(key) && !starts.some((start) => key.startsWith(start)));
}

const PHYSICAL = /\b(?:margin|padding|border|inset)-(?:left|right)\b|text-align:\s*(?:left|right)|^\s*(?:left|right):/;

/** Finds style sheet lines that use left or right. Right-to-left pages need start and end. */
export function findPhysicalSides(css: string): readonly number[] {
  return css.split('\n').flatMap((line, index) => (PHYSICAL.test(line) ? [index + 1] : []));
}

/**
 * Whether a source file loads a component with React's own `lazy`, which hides the surrounding page while texts load, and
 * breaks the page if its code does not load.
 */
export function usesReactLazy(code: string): boolean {
  return /import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(code);
}
