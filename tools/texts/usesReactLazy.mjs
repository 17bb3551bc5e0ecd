/**
 * Whether a source file loads a component with React's own `lazy`, which hides the page around it while texts load, and ends the
 * page when its code does not load.
 * @param {string} code
 * @returns {boolean}
 */
export function usesReactLazy(code) {
  return /import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(code);
}
