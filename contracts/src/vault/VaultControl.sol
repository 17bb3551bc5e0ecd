// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ICausewayVault} from "../interfaces/ICausewayVault.sol";
import {ICausewayVaultOwner} from "../interfaces/ICausewayVaultOwner.sol";
import {SpendingLimits} from "./SpendingLimits.sol";
import {TokenBalance} from "./TokenBalance.sol";

/// @title The roles of a vault, and its scheduled actions
/// @dev A scheduled action is a call of the vault to itself. Only `execute` makes one to the functions with `onlySelf`.
abstract contract VaultControl is SpendingLimits, ICausewayVaultOwner {
    using SafeERC20 for IERC20;

    uint256 private constant MIN_PERIOD = 1 minutes;
    uint256 private constant MAX_PERIOD = 30 days;

    /// @dev An action that stays executable for ever would make the delay of a later theft of the owner's key useless.
    uint256 private constant EXECUTION_PERIOD = 7 days;

    /// @inheritdoc ICausewayVaultOwner
    uint256 public immutable delay;

    /// @inheritdoc ICausewayVaultOwner
    address public owner;

    /// @dev Counts the owners. It is part of the key of each scheduled action, so that a new owner starts with none.
    uint96 private _term;

    /// @inheritdoc ICausewayVaultOwner
    address public guardian;

    /// @dev The first payer shares a slot of storage with the pause, so that a payment reads one slot for both. Zero: none.
    address private _firstPayer;

    /// @inheritdoc ICausewayVault
    bool public paused;

    mapping(address account => bool) private _isOtherPayer;

    /// @dev What a removed payer has signed stays valid on the chain, so it must never be able to pay again.
    mapping(address account => bool) private _isRemovedPayer;

    mapping(bytes32 key => uint256) private _readyAt;

    modifier onlyOwner() {
        if (msg.sender != owner) revert Unauthorized(msg.sender);
        _;
    }

    modifier onlySelf() {
        if (msg.sender != address(this)) revert Unauthorized(msg.sender);
        _;
    }

    constructor(
        address owner_,
        address guardian_,
        address[] memory payers,
        uint256 delay_,
        uint256 window_,
        TokenCap[] memory caps
    ) SpendingLimits(window_) {
        _requirePeriod(delay_);
        _requirePeriod(window_);
        delay = delay_;
        _setOwner(owner_);
        _setGuardian(guardian_);
        for (uint256 i; i < payers.length; ++i) {
            _addPayer(payers[i]);
        }
        for (uint256 i; i < caps.length; ++i) {
            _changeCap(caps[i].token, caps[i].perPayment, caps[i].perWindow);
        }
    }

    /// @inheritdoc ICausewayVaultOwner
    function schedule(bytes calldata action) external onlyOwner {
        if (!_isAction(action)) revert UnknownAction(action);
        bytes32 key = _keyOf(action);
        uint256 ready = _readyAt[key];
        if (block.timestamp < _expiryOf(ready)) revert AlreadyScheduled(keccak256(action), ready);

        ready = block.timestamp + delay;
        _readyAt[key] = ready;
        emit ActionScheduled(keccak256(action), action, ready, _expiryOf(ready));
    }

    /// @inheritdoc ICausewayVaultOwner
    function cancel(bytes calldata action) external onlyOwner {
        bytes32 key = _keyOf(action);
        if (_readyAt[key] == 0) revert NotScheduled(keccak256(action));
        delete _readyAt[key];
        emit ActionCancelled(keccak256(action));
    }

    /// @inheritdoc ICausewayVaultOwner
    function execute(bytes calldata action) external {
        bytes32 key = _keyOf(action);
        uint256 ready = _readyAt[key];
        if (ready == 0) revert NotScheduled(keccak256(action));
        if (msg.sender != _executorOf(action)) revert Unauthorized(msg.sender);
        if (block.timestamp < ready || block.timestamp >= _expiryOf(ready)) revert NotReady(ready, _expiryOf(ready));

        delete _readyAt[key];
        emit ActionExecuted(keccak256(action));
        (bool done, bytes memory reason) = address(this).call(action);
        if (!done) {
            assembly ("memory-safe") {
                revert(add(reason, 32), mload(reason))
            }
        }
    }

    /// @inheritdoc ICausewayVaultOwner
    function setCap(address token, uint112 perPayment, uint112 perWindow) external onlySelf {
        _changeCap(token, perPayment, perWindow);
    }

    /// @inheritdoc ICausewayVaultOwner
    function withdraw(address token, address to, uint256 amount) external onlySelf {
        if (to == address(0) || to == address(this)) revert BadRecipient(to);
        if (amount == type(uint256).max) amount = _balanceOf(token);
        if (token == address(0)) {
            (bool sent,) = to.call{value: amount}("");
            if (!sent) revert NativeTransferFailed();
        } else {
            IERC20(token).safeTransfer(to, amount);
        }
        emit Withdrawn(token, to, amount);
    }

    /// @inheritdoc ICausewayVaultOwner
    function addPayer(address payer) external onlySelf {
        _addPayer(payer);
    }

    /// @inheritdoc ICausewayVaultOwner
    function setGuardian(address guardian_) external onlySelf {
        _setGuardian(guardian_);
    }

    /// @inheritdoc ICausewayVaultOwner
    function setOwner(address owner_) external onlySelf {
        _setOwner(owner_);
    }

    /// @inheritdoc ICausewayVaultOwner
    function lowerCap(address token, uint112 perPayment, uint112 perWindow) external onlyOwner {
        Cap memory cap = capOf(token);
        if (perPayment > cap.perPayment || perWindow > cap.perWindow) revert RaisesCap(token);
        _changeCap(token, perPayment, perWindow);
    }

    /// @inheritdoc ICausewayVaultOwner
    function removePayer(address payer) external onlyOwner {
        if (payer == _firstPayer) _firstPayer = address(0);
        else _isOtherPayer[payer] = false;
        _isRemovedPayer[payer] = true;
        emit PayerRemoved(payer);
    }

    /// @inheritdoc ICausewayVaultOwner
    function pause() external {
        if (msg.sender != guardian && msg.sender != owner) revert Unauthorized(msg.sender);
        paused = true;
        emit Paused(msg.sender);
    }

    /// @inheritdoc ICausewayVaultOwner
    function unpause() external onlyOwner {
        paused = false;
        emit Unpaused(msg.sender);
    }

    /// @inheritdoc ICausewayVaultOwner
    function readyAt(bytes calldata action) external view returns (uint256) {
        return _readyAt[_keyOf(action)];
    }

    /// @inheritdoc ICausewayVault
    function isPayer(address account) public view returns (bool) {
        return _isPayer(account, _firstPayer);
    }

    function _requireMayPay(address payer) internal view {
        // Together: the compiler then reads their slot once.
        (address first, bool isPaused) = (_firstPayer, paused);
        if (!_isPayer(payer, first)) revert Unauthorized(payer);
        if (isPaused) revert PaymentsPaused();
    }

    function _balanceOf(address token) internal view returns (uint256) {
        return token == address(0) ? address(this).balance : TokenBalance.balanceOf(token, address(this));
    }

    function _changeCap(address token, uint112 perPayment, uint112 perWindow) private {
        _setCap(token, perPayment, perWindow);
        emit CapSet(token, perPayment, perWindow);
    }

    function _addPayer(address payer) private {
        _requireUnused(payer);
        if (_isRemovedPayer[payer]) revert BadAccount(payer);
        if (_firstPayer == address(0)) _firstPayer = payer;
        else _isOtherPayer[payer] = true;
        emit PayerAdded(payer);
    }

    function _setGuardian(address guardian_) private {
        _requireUnused(guardian_);
        guardian = guardian_;
        emit GuardianSet(guardian_);
    }

    function _setOwner(address owner_) private {
        _requireUnused(owner_);
        owner = owner_;
        ++_term;
        emit OwnerSet(owner_);
    }

    function _isPayer(address account, address first) private view returns (bool) {
        return account == first ? account != address(0) : _isOtherPayer[account];
    }

    /// @dev One stolen key must never have two roles.
    function _requireUnused(address account) private view {
        bool used = account == owner || account == guardian || isPayer(account);
        if (used || account == address(0) || account == address(this)) revert BadAccount(account);
    }

    function _requirePeriod(uint256 period) private pure {
        if (period < MIN_PERIOD || period > MAX_PERIOD) revert BadPeriod(period);
    }

    /// @dev The new owner proves that it can call.
    function _executorOf(bytes calldata action) private view returns (address) {
        return bytes4(action) == this.setOwner.selector ? abi.decode(action[4:], (address)) : owner;
    }

    function _keyOf(bytes calldata action) private view returns (bytes32) {
        return keccak256(abi.encode(_term, action));
    }

    function _expiryOf(uint256 ready) private pure returns (uint256) {
        return ready == 0 ? 0 : ready + EXECUTION_PERIOD;
    }

    /// @dev The exact length leaves one encoding for each action.
    function _isAction(bytes calldata action) private pure returns (bool) {
        bytes4 selector = bytes4(action);
        bool hasThreeArguments = selector == this.setCap.selector || selector == this.withdraw.selector;
        bool hasOneArgument = selector == this.addPayer.selector || selector == this.setGuardian.selector
            || selector == this.setOwner.selector;
        return (hasThreeArguments && action.length == 4 + 3 * 32) || (hasOneArgument && action.length == 4 + 32);
    }
}
