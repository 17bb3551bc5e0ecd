import { parseSync } from 'vite';

/** Attributes whose text a person sees or hears. */
const SHOWN = new Set(['title', 'label', 'alt', 'placeholder', 'aria-label', 'aria-description', 'line', 'detail']);
/** Code that a developer or an operator reads: messages of errors, types, modules and class names. */
const UNSEEN = new Set([
  'ImportDeclaration',
  'ThrowStatement',
  'NewExpression',
  'TSLiteralType',
  'TSTypeAliasDeclaration',
]);
const UNSEEN_ATTRIBUTES = new Set(['className', 'd', 'viewBox', 'rel', 'style']);

const WORD = /\p{L}{2,}/u;
const SENTENCE = /\p{L}{2,}[,:;]? \p{L}{2,}/u;

/** @returns {string | null} the text of a node that a person would see */
function seenText(node) {
  if (node.type === 'JSXText') return WORD.test(node.value) ? node.value : null;
  if (node.type === 'JSXAttribute' && SHOWN.has(node.name.name) && node.value?.type === 'Literal') {
    return WORD.test(node.value.value) ? node.value.value : null;
  }
  const text = node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? node.value.cooked : null;
  return typeof text === 'string' && SENTENCE.test(text) ? text : null;
}

/** Functions whose strings are code. */
const CODE = new Set(['parseAbi', 'matchMedia']);

function isUnseen(node) {
  if (node.type === 'CallExpression') return CODE.has(node.callee.name ?? node.callee.property?.name);
  if (UNSEEN.has(node.type)) return true;
  return node.type === 'JSXAttribute' && UNSEEN_ATTRIBUTES.has(node.name.name);
}

/**
 * Finds texts in a source file that belong into a catalogue: text between tags, in attributes that a person sees, and
 * sentences in strings.
 * @param {string} path
 * @param {string} code
 * @returns {readonly { readonly line: number, readonly text: string }[]}
 */
export function findHardCoded(path, code) {
  const found = [];
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null || typeof node.type !== 'string') return;
    if (isUnseen(node)) return;
    const text = seenText(node);
    if (text !== null) found.push({ line: code.slice(0, node.start).split('\n').length, text: text.trim() });
    else Object.values(node).forEach(visit);
  };
  visit(parseSync(path, code).program.body);
  return found;
}
