const LOWEST = [20, 19];

/**
 * @param {string} version as in `process.versions.node`
 * @returns {string | null} a message for an old version
 */
export function findNodeProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > LOWEST[0] || (major === LOWEST[0] && minor >= LOWEST[1]);
  return isEnough ? null : `Causeway needs Node ${LOWEST.join('.')} or later. This is Node ${version}.`;
}
