const EDITS: readonly (readonly [find: string, replace: string])[] = [
  ['mapping(address token => Cap) private', 'mapping(address token => Cap) internal'],
  ['mapping(address token => Spending) private', 'mapping(address token => Spending) internal'],
  ['return uint32(block.timestamp / window);', 'return _now;'],
  ['uint112(previous), uint112(current + amount)', '_exact(previous, _first), _exact(current + amount, _second)'],
  [
    'uint256 public immutable window;',
    `uint256 public immutable window;
    uint32 internal _now;
    uint112 internal _first;
    uint112 internal _second;
    bool internal _truncated;

    function _exact(uint256 number, uint112 narrow) private returns (uint112) {
        if (number > type(uint112).max) _truncated = true;
        else require(number == narrow);
        return narrow;
    }`,
  ],
];

/** The source that the model checker can read. @throws Error if an edit no longer fits exactly once */
export function applyEdits(source: string): string {
  const edited = EDITS.reduce((text, [find, replace]) => {
    if (text.split(find).length !== 2) throw new Error(`SpendingLimits.sol must contain this exactly once: ${find}`);
    return text.replace(find, replace);
  }, source);
  return edited.replace(/revert \w+\([^;]*\);/g, 'revert();');
}
