// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ICausewayVaultOwner} from "../interfaces/ICausewayVaultOwner.sol";
import {SpendingLimits} from "./SpendingLimits.sol";
import {TokenBalance} from "./TokenBalance.sol";
import {VaultRoles} from "./VaultRoles.sol";

/// @title The scheduled actions of a vault
/// @dev A scheduled action is a call of the vault to itself. Only `execute` makes one to the functions with `onlySelf`.
abstract contract VaultControl is SpendingLimits, VaultRoles {
    using SafeERC20 for IERC20;

    uint256 private constant MIN_PERIOD = 1 minutes;
    uint256 private constant MAX_PERIOD = 30 days;

    /// @dev An action that stays executable forever would make the delay useless if the owner's key is stolen later.
    uint256 private constant EXECUTION_PERIOD = 7 days;

    /// @inheritdoc ICausewayVaultOwner
    uint256 public immutable delay;

    /// @dev What the owner and the guardian have said about an action. A time of zero means nothing.
    struct Plan {
        uint128 readyAt;
        uint128 approvedUntil;
    }

    /// @dev Counts the calls of `cancelAll`. It is part of each plan's key, except a new guardian's.
    uint96 private _vetoes;

    mapping(bytes32 key => Plan) private _plans;

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
        Plan storage plan = _planOf(action);
        uint256 ready = plan.readyAt;
        if (block.timestamp < _expiryOf(ready)) revert AlreadyScheduled(keccak256(action), ready);

        // The guardian cannot cancel its own replacement. Twice the delay lets owner and guardian replace a stolen owner's key first.
        uint256 wait = _isApproved(plan) ? 0 : _replacesGuardian(action) ? 2 * delay : delay;
        _announce(plan, action, block.timestamp + wait);
    }

    /// @inheritdoc ICausewayVaultOwner
    function approve(bytes calldata action) external onlyGuardian {
        Plan storage plan = _planOf(action);
        uint256 until = block.timestamp + EXECUTION_PERIOD;
        plan.approvedUntil = uint128(until);
        emit ActionApproved(keccak256(action), action, until);
        // A thief of the owner's key may have scheduled it first.
        if (block.timestamp < _expiryOf(plan.readyAt)) _announce(plan, action, block.timestamp);
    }

    /// @inheritdoc ICausewayVaultOwner
    function cancel(bytes calldata action) external {
        Plan storage plan = _planOf(action);
        // With one stolen key, a thief must not take back what both have signed, or keep a stolen guardian in place.
        bool mayCancel = msg.sender == guardian ? !_replacesGuardian(action) : msg.sender == owner && !_isApproved(plan);
        if (!mayCancel) revert Unauthorized(msg.sender);
        if (plan.readyAt == 0 && plan.approvedUntil == 0) revert NotScheduled(keccak256(action));
        (plan.readyAt, plan.approvedUntil) = (0, 0);
        emit ActionCancelled(keccak256(action));
    }

    /// @inheritdoc ICausewayVaultOwner
    function cancelAll() external onlyGuardian {
        ++_vetoes;
        emit AllActionsCancelled();
    }

    /// @inheritdoc ICausewayVaultOwner
    function execute(bytes calldata action) external {
        Plan storage plan = _planOf(action);
        uint256 ready = plan.readyAt;
        if (ready == 0) revert NotScheduled(keccak256(action));
        if (msg.sender != _executorOf(action)) revert Unauthorized(msg.sender);
        if (block.timestamp < ready || block.timestamp >= _expiryOf(ready)) revert NotReady(ready, _expiryOf(ready));
        if (paused && !_replacesGuardian(action) && !_isApproved(plan)) revert PaymentsPaused();

        (plan.readyAt, plan.approvedUntil) = (0, 0);
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
    function readyAt(bytes calldata action) external view returns (uint256) {
        return _planOf(action).readyAt;
    }

    /// @inheritdoc ICausewayVaultOwner
    function approvedUntil(bytes calldata action) external view returns (uint256) {
        return _planOf(action).approvedUntil;
    }

    function _balanceOf(address token) internal view returns (uint256) {
        return token == address(0) ? address(this).balance : TokenBalance.balanceOf(token, address(this));
    }

    function _changeCap(address token, uint112 perPayment, uint112 perWindow) private {
        _setCap(token, perPayment, perWindow);
        emit CapSet(token, perPayment, perWindow);
    }

    function _requirePeriod(uint256 period) private pure {
        if (period < MIN_PERIOD || period > MAX_PERIOD) revert BadPeriod(period);
    }

    /// @dev The new owner proves that it can call.
    function _executorOf(bytes calldata action) private view returns (address) {
        return bytes4(action) == this.setOwner.selector ? abi.decode(action[4:], (address)) : owner;
    }

    function _planOf(bytes calldata action) private view returns (Plan storage) {
        if (!_isAction(action)) revert UnknownAction(action);
        return _plans[keccak256(abi.encode(_term, _replacesGuardian(action) ? 0 : _vetoes, action))];
    }

    function _announce(Plan storage plan, bytes calldata action, uint256 ready) private {
        plan.readyAt = uint128(ready);
        emit ActionScheduled(keccak256(action), action, ready, _expiryOf(ready));
    }

    function _isApproved(Plan storage plan) private view returns (bool) {
        return block.timestamp < plan.approvedUntil;
    }

    function _replacesGuardian(bytes calldata action) private pure returns (bool) {
        return bytes4(action) == this.setGuardian.selector;
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
