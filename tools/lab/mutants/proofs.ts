import type { Claim } from './modelChecker.ts';
import type { Edit } from './mutate.ts';

export type Proof = Claim & {
  /** The proven sentence, or for a counterproof the mistake: a proof means nothing unless the checker notices mistakes. */
  readonly name: string;
  readonly holds: boolean;
};

type Replacement = readonly [find: Edit['find'], replace: string];

const editFile =
  (file: string) =>
  (replacements: readonly Replacement[]): readonly Edit[] =>
    replacements.map(([find, replace]) => ({ file, find, replace }));

const editLimits = editFile('contracts/src/vault/SpendingLimits.sol');
const editVault = editFile('contracts/src/CausewayVault.sol');

/** A variable for the clock, and explicit truncation. */
const LIMITS = editLimits([
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
]);

const RECORD = 'if (id == _id) _isPaid = true;';

/**
 * One entry of the records, and any later state after a call to unknown code. Without its other checks, this contract allows
 * more than the vault does: any account pays any amount, even while the vault is paused or empty.
 */
const VAULT = editVault([
  ['import {VaultControl} from "./vault/VaultControl.sol";', ''],
  ['contract CausewayVault is VaultControl', 'abstract contract CausewayVault is ICausewayVault'],
  [/constructor\([^)]*\) VaultControl\([^)]*\) \{\}/, ''],
  [
    'mapping(bytes32 id => uint256) private _records;',
    `bytes32 internal _id;
    bool internal _isPaid;
    bool internal _left;
    bool internal _leftTwice;
    bool internal _exposed;
    bool private _isPaidLater;
    bool private _leftLater;
    bool private _succeeds;

    function _leave(bytes32 id) private {
        if (id != _id) return;
        if (_left) _leftTwice = true;
        _left = true;
    }

    function _callUnknownCode() private returns (bool) {
        if (_left && !_isPaid) _exposed = true;
        require(!_leftLater || _isPaidLater);
        require(!_isPaid || _isPaidLater);
        require(!_left || _leftLater);
        (_isPaid, _left) = (_isPaidLater, _leftLater);
        return _succeeds;
    }`,
  ],
  ['uint256 amount) external {', 'uint256 amount) public {'],
  ['return _records[id] != 0;', 'return id == _id && _isPaid;'],
  ['_records[id] = 1;', RECORD],
  ['external onlySelf {', 'external {'],
  ['        _requireMayPay(payer);\n', ''],
  ['        _requireMayPay(msg.sender);\n', ''],
  ['if (to == address(0) || to == address(this)) revert BadRecipient(to);', ''],
  ['if (amount == 0) revert ZeroAmount();', ''],
  ['_spend(token, amount);', ''],
  ['uint256 balance = _balanceOf(token);', 'uint256 balance;'],
  ['if (balance < amount) revert InsufficientBalance(token, amount, balance);', ''],
  ['if (gasleft() < GAS_TO_START_PAYMENT) revert NotEnoughGas();', ''],
  ['if (token == address(0)) _sendNative', '_leave(id);\n        if (token == address(0)) _sendNative'],
  [
    /IERC20 token, address to, uint256 amount, uint256 balance\) private \{[^}]*\}/,
    'IERC20, address, uint256, uint256) private { require(_callUnknownCode()); }',
  ],
  [/function _tryToPay\([^}]*\}\n {4}\}/, 'function _tryToPay(Payment calldata) private returns (bool) {}'],
  [/function _sendNative\(address to, uint256 amount\)/, 'function _sendNative(address, uint256)'],
  [/assembly \("memory-safe"\) \{[^}]*\}/, 'sent = _callUnknownCode();'],
]);

const limits = { contract: 'SpendingLimitsProof', edits: LIMITS };
const vault = { contract: 'PaidOnceProof', edits: VAULT };

const limitsMistake = (name: string, ...replacements: readonly Replacement[]): Proof => ({
  ...{ ...limits, name, holds: false },
  edits: [...LIMITS, ...editLimits(replacements)],
});
const vaultMistake = (name: string, ...replacements: readonly Replacement[]): Proof => ({
  ...{ ...vault, name, holds: false },
  edits: [...VAULT, ...editVault(replacements)],
});

export const PROOFS: readonly Proof[] = [
  { name: 'At most the cap leaves in a window', holds: true, ...limits },
  { name: 'An id is paid at most once', holds: true, ...vault },
  limitsMistake('without the previous slot', ['previous + current + amount >', 'current + amount >']),
  vaultMistake('without the check of the id', ['return id == _id && _isPaid;', 'return false;']),
  vaultMistake('without the record of the id', [RECORD, '']),
  vaultMistake('with the record after the transfer', [RECORD, ''], ['emit Paid(', `${RECORD} emit Paid(`]),
];
