import type { Mutant } from './mutate.ts';

/** A source file, a text that occurs in it exactly once, and its replacement. */
type ContractEdit = readonly [file: string, find: string, replace: string];

const VAULT = 'contracts/src/CausewayVault.sol';
const LIMITS = 'contracts/src/vault/SpendingLimits.sol';
const BALANCE = 'contracts/src/vault/TokenBalance.sol';
const CONTROL = 'contracts/src/vault/VaultControl.sol';
const ROLES = 'contracts/src/vault/VaultRoles.sol';
const DEPOSIT = 'contracts/src/CausewayDeposit.sol';

// What `pay` does between recording the id and emitting the event.
const TRANSFER = `
        _spend(token, amount);
        uint256 balance = _balanceOf(token);
        if (balance < amount) revert InsufficientBalance(token, amount, balance);
        if (token == address(0)) _sendNative(to, amount);
        else _sendToken(IERC20(token), to, amount, balance);`;

// What ends an action.
const FORGET = '        (plan.readyAt, plan.approvedUntil) = (0, 0);\n';
const EXECUTE = `        emit ActionExecuted(keccak256(action));
        (bool done, bytes memory reason) = address(this).call(action);
`;

const EDITS: readonly ContractEdit[] = [
  [VAULT, 'if (isPaid(id)) revert AlreadyPaid(id);', ''],
  [VAULT, '_records[id] = 1;', ''],
  [VAULT, 'payment) external onlySelf {', 'payment) external {'],
  [VAULT, '_pay(payer, payment.id', '_pay(msg.sender, payment.id'],
  [VAULT, '        _requireMayPay(payer);\n', ''],
  [VAULT, '        _requireMayPay(msg.sender);\n', ''],
  [VAULT, 'if (to == address(0) || to == address(this)) revert BadRecipient(to);', ''],
  [VAULT, 'to == address(0) || to', 'to'],
  [VAULT, ' || to == address(this)', ''],
  [VAULT, 'if (amount == 0) revert ZeroAmount();', ''],
  [VAULT, '_spend(token, amount);', ''],
  [VAULT, '_spend(token, amount);', '_spend(token, amount / 2);'],
  [VAULT, 'if (balance < amount) revert InsufficientBalance(token, amount, balance);', ''],
  [VAULT, 'balance < amount', 'balance <= amount'],
  [VAULT, 'emit Paid(payer, id, to, token, amount);', ''],
  [VAULT, 'emit Paid(payer,', 'emit Paid(msg.sender,'],
  [VAULT, 'if (gasleft() < GAS_TO_START_PAYMENT) revert NotEnoughGas();', ''],
  [VAULT, 'mstore(add(data, 4), caller())', 'mstore(add(data, 4), address())'],
  [VAULT, 'payment, 128)', 'payment, 96)'],
  [VAULT, 'call(PAYMENT_GAS, address()', 'call(gas(), address()'],
  [VAULT, 'paid[i] = _tryToPay', '_tryToPay'],
  [VAULT, 'sent != amount || received', 'received'],
  [VAULT, ' || received != amount', ''],
  [VAULT, 'sent != amount || received != amount', 'sent != amount && received != amount'],
  [VAULT, 'call(RECIPIENT_GAS, to', 'call(gas(), to'],
  [VAULT, 'if (!sent) revert NativeTransferFailed();', ''],
  [VAULT, 'RECIPIENT_GAS = 100_000', 'RECIPIENT_GAS = 10_000'],
  [VAULT, 'PAYMENT_GAS * 64 / 63 + 20_000', 'PAYMENT_GAS / 2'],
  [VAULT, 'PAYMENT_GAS = 500_000', 'PAYMENT_GAS = 250_000'],
  [VAULT, `_records[id] = 1;${TRANSFER}`, `${TRANSFER}\n        _records[id] = 1;`],

  [LIMITS, 'if (amount > cap.perPayment) revert AbovePaymentCap(token, amount, cap.perPayment);', ''],
  [LIMITS, 'amount > cap.perPayment', 'amount >= cap.perPayment'],
  [LIMITS, 'previous + current + amount > cap.perWindow', 'previous + current + amount >= cap.perWindow'],
  [LIMITS, 'previous + current + amount >', 'current + amount >'],
  [LIMITS, 'previous + current + amount >', 'previous + amount >'],
  [LIMITS, 'previous + current + amount >', 'previous + current >'],
  [LIMITS, 'uint112(current + amount)', 'uint112(amount)'],
  [LIMITS, 'Spending(_slot(), uint112(previous)', 'Spending(_slot(), 0'],
  [LIMITS, 'Spending(_slot(), uint112', 'Spending(_slot() - 1, uint112'],
  [LIMITS, 'if (age == 0) return (last.inPreviousSlot, last.inSlot);', 'if (age == 0) return (0, last.inSlot);'],
  [LIMITS, 'if (age == 1) return (last.inSlot, 0);', ''],
  [LIMITS, 'if (age == 1)', 'if (age >= 1)'],
  [LIMITS, 'return (last.inSlot, 0);', 'return (0, 0);'],
  [LIMITS, 'block.timestamp / window', 'block.timestamp / (2 * window)'],
  [LIMITS, 'block.timestamp / window', 'block.timestamp / (window / 2)'],
  [LIMITS, 'cap - previous - current : 0', 'cap - previous - current : cap'],
  [LIMITS, 'cap > previous + current ?', 'true ?'],
  [LIMITS, 'Cap(perPayment, perWindow)', 'Cap(perWindow, perPayment)'],
  [LIMITS, 'Cap(perPayment, perWindow);', 'Cap(perPayment, perWindow);\n        delete _spendings[token];'],

  [ROLES, 'if (msg.sender != owner) revert Unauthorized(msg.sender);', ''],
  [ROLES, 'if (msg.sender != guardian) revert Unauthorized(msg.sender);', ''],
  [ROLES, 'if (msg.sender != address(this)) revert Unauthorized(msg.sender);', ''],
  [CONTROL, '_requirePeriod(delay_);', ''],
  [CONTROL, '_requirePeriod(window_);', ''],
  [CONTROL, 'period < MIN_PERIOD ||', ''],
  [CONTROL, ' || period > MAX_PERIOD', ''],
  [CONTROL, 'period < MIN_PERIOD', 'period <= MIN_PERIOD'],
  [CONTROL, 'period > MAX_PERIOD', 'period >= MAX_PERIOD'],
  [CONTROL, 'if (!_isAction(action)) revert UnknownAction(action);', ''],
  [CONTROL, '_isApproved(plan) ? 0 : _replaces', 'false ? 0 : _replaces'],
  [CONTROL, '_replacesGuardian(action) ? 2 * delay : delay', 'delay'],
  [CONTROL, '_replacesGuardian(action) ? 2 * delay : delay', '2 * delay'],
  [CONTROL, 'action) external onlyGuardian {', 'action) external {'],
  [CONTROL, 'action) external onlyGuardian {', 'action) external onlyOwner {'],
  [CONTROL, 'plan.approvedUntil = uint128(until);', ''],
  [CONTROL, 'emit ActionApproved(keccak256(action), action, until);', ''],
  [CONTROL, 'if (block.timestamp < _expiryOf(plan.readyAt)) _announce(plan, action, block.timestamp);', ''],
  [CONTROL, 'if (block.timestamp < _expiryOf(plan.readyAt)) _announce', '_announce'],
  [
    CONTROL,
    'if (block.timestamp < _expiryOf(plan.readyAt)) _announce',
    'if (block.timestamp < plan.readyAt) _announce',
  ],
  [CONTROL, 'if (!mayCancel) revert Unauthorized(msg.sender);', ''],
  [CONTROL, '? !_replacesGuardian(action) :', '? true :'],
  [CONTROL, '? !_replacesGuardian(action) :', '? false :'],
  [CONTROL, 'msg.sender == owner && !_isApproved(plan)', 'msg.sender == owner'],
  [CONTROL, 'msg.sender == owner && !_isApproved(plan)', '!_isApproved(plan)'],
  [CONTROL, 'plan.readyAt == 0 && plan.approvedUntil == 0', 'plan.readyAt == 0'],
  [CONTROL, 'cancelAll() external onlyGuardian', 'cancelAll() external'],
  [CONTROL, '++_vetoes;', ''],
  [CONTROL, 'emit AllActionsCancelled();', ''],
  [CONTROL, '_replacesGuardian(action) ? 0 : _vetoes', '_vetoes'],
  [CONTROL, 'if (paused && !_replacesGuardian(action) && !_isApproved(plan)) revert PaymentsPaused();', ''],
  [CONTROL, ' && !_isApproved(plan)) revert PaymentsPaused', ') revert PaymentsPaused'],
  [CONTROL, 'paused && !_replacesGuardian(action) &&', 'paused &&'],
  [CONTROL, 'block.timestamp < plan.approvedUntil', 'plan.approvedUntil != 0'],
  [CONTROL, 'block.timestamp < plan.approvedUntil', 'block.timestamp <= plan.approvedUntil'],
  [CONTROL, 'if (block.timestamp < _expiryOf(ready)) revert AlreadyScheduled(keccak256(action), ready);', ''],
  [CONTROL, '_announce(plan, action, block.timestamp + wait);', '_announce(plan, action, block.timestamp);'],
  [CONTROL, 'if (plan.readyAt == 0 && plan.approvedUntil == 0) revert NotScheduled(keccak256(action));', ''],
  [CONTROL, `${FORGET}        emit ActionCancelled`, '        emit ActionCancelled'],
  [CONTROL, `${FORGET}        emit ActionExecuted`, '        emit ActionExecuted'],
  [CONTROL, `${FORGET}        emit ActionExecuted`, '        plan.readyAt = 0;\n        emit ActionExecuted'],
  [CONTROL, `${FORGET}${EXECUTE}`, `${EXECUTE}${FORGET}`],
  [CONTROL, 'if (ready == 0) revert NotScheduled(keccak256(action));', ''],
  [CONTROL, 'if (msg.sender != _executorOf(action)) revert Unauthorized(msg.sender);', ''],
  [CONTROL, 'block.timestamp < ready ||', ''],
  [CONTROL, ' || block.timestamp >= _expiryOf(ready)', ''],
  [CONTROL, 'block.timestamp < ready ||', 'block.timestamp <= ready ||'],
  [CONTROL, '>= _expiryOf(ready)', '> _expiryOf(ready)'],
  [CONTROL, 'if (!done) {', 'if (false) {'],
  [CONTROL, 'if (to == address(0) || to == address(this)) revert BadRecipient(to);', ''],
  [CONTROL, 'if (amount == type(uint256).max) amount = _balanceOf(token);', ''],
  [CONTROL, 'if (!sent) revert NativeTransferFailed();', ''],
  [CONTROL, 'perPayment > cap.perPayment ||', ''],
  [CONTROL, ' || perWindow > cap.perWindow', ''],
  [BALANCE, 'and(done, gt(returndatasize(), 31))', 'done'],
  [BALANCE, 'mstore(4, holder)', 'mstore(4, address())'],
  [BALANCE, 'gt(returndatasize(), 31)', 'returndatasize()'],

  [ROLES, 'if (!_isPayer(payer, first)) revert Unauthorized(payer);', ''],
  [ROLES, 'if (isPaused) revert PaymentsPaused();', ''],
  [ROLES, 'account == first ? account != address(0)', 'account == first ? true'],
  [ROLES, ': _isOtherPayer[account]', ': false'],
  [ROLES, 'if (payer == _firstPayer) _firstPayer = address(0);\n        else ', ''],
  [ROLES, 'if (payer == _firstPayer) _firstPayer = address(0);', 'if (true) _firstPayer = address(0);'],
  [ROLES, '_isOtherPayer[payer] = false;', '_isOtherPayer[payer] = true;'],
  [
    ROLES,
    'if (_firstPayer == address(0)) _firstPayer = payer;\n        else _',
    'if (true) _firstPayer = payer;\n        else _',
  ],
  [ROLES, '_isRemovedPayer[payer] = true;', ''],
  [ROLES, 'if (_isRemovedPayer[payer]) revert BadAccount(payer);', ''],
  [ROLES, 'msg.sender != guardian && msg.sender != owner', 'msg.sender != owner'],
  [ROLES, 'msg.sender != guardian && msg.sender != owner', 'msg.sender != guardian'],
  [ROLES, 'paused = true;', ''],
  [ROLES, 'paused = false;', ''],
  [ROLES, 'owner = owner_;\n        ++_term;', 'owner = owner_;'],
  [ROLES, 'guardian = guardian_;\n        ++_term;', 'guardian = guardian_;'],
  [ROLES, 'if (!isPayer(payer)) revert BadAccount(payer);', ''],
  [ROLES, 'account == owner || ', ''],
  [ROLES, 'account == guardian || ', ''],
  [ROLES, ' || isPayer(account)', ''],
  [ROLES, ' || account == address(0)', ''],
  [CONTROL, 'bytes4(action) == this.setOwner.selector ? abi.decode(action[4:], (address)) : owner', 'owner'],
  [CONTROL, 'EXECUTION_PERIOD = 7 days', 'EXECUTION_PERIOD = 700 days'],
  [CONTROL, ' && action.length == 4 + 3 * 32', ''],
  [CONTROL, ' && action.length == 4 + 32', ''],
  [
    CONTROL,
    'block.timestamp < _expiryOf(ready)) revert Already',
    'block.timestamp <= _expiryOf(ready)) revert Already',
  ],
  [ROLES, ' || account == address(this)', ''],
  [CONTROL, ': owner;', ': msg.sender;'],

  [DEPOSIT, 'if (amount == 0) revert ZeroAmount();', ''],
  [DEPOSIT, 'maker == address(0) ||', ''],
  [DEPOSIT, ' || maker == address(this)', ''],
  [DEPOSIT, 'MAX_TARGET_BYTES = 128', 'MAX_TARGET_BYTES = 129'],
  [DEPOSIT, 'MAX_TARGET_BYTES = 128', 'MAX_TARGET_BYTES = 127'],
  [DEPOSIT, 'if (msg.value != amount) revert WrongValue(amount, msg.value);', ''],
  [DEPOSIT, 'if (msg.value != 0) revert WrongValue(0, msg.value);', ''],
  [DEPOSIT, 'if (!sent) revert NativeTransferFailed();', ''],
  [DEPOSIT, 'safeTransferFrom(msg.sender, maker, amount)', 'safeTransferFrom(msg.sender, address(this), amount)'],
  [DEPOSIT, 'emit Deposit(msg.sender, token', 'emit Deposit(maker, token'],
  [DEPOSIT, 'amount, destination, channel, block', 'amount, channel, destination, block'],
];

/** Mistakes that the tests in `contracts/test` must catch. */
export const CONTRACT_MUTANTS: readonly Mutant[] = EDITS.map(([file, find, replace]) => ({
  name: `${file}: ${JSON.stringify(find)} -> ${JSON.stringify(replace)}`,
  edits: [{ file, find, replace }],
}));
