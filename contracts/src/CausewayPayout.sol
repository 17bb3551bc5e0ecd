// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ICausewayPayout} from "./interfaces/ICausewayPayout.sol";

/// @title The payout contract
contract CausewayPayout is ICausewayPayout {
    using SafeERC20 for IERC20;

    /// @dev Ample for a smart-contract wallet, and little enough that a recipient cannot burn the payer's gas.
    uint256 private constant RECIPIENT_GAS = 100_000;

    /// @dev What each payment of a batch may use: the recipient's gas, a new account, and the slowest of tokens.
    uint256 private constant PAYMENT_GAS = 500_000;

    /// @dev A call passes on 63/64 of the gas at most, and quietly less than asked for (EIP-150). The rest is for making it.
    uint256 private constant GAS_TO_START_PAYMENT = PAYMENT_GAS * 64 / 63 + 20_000;

    /// @inheritdoc ICausewayPayout
    mapping(address payer => mapping(bytes32 id => bool)) public isPaid;

    /// @dev Written right before every call of this contract to itself and read first thing in it.
    address private transient _batchPayer;

    /// @inheritdoc ICausewayPayout
    function pay(bytes32 id, address token, address to, uint256 amount) external payable {
        address payer = msg.sender == address(this) ? _batchPayer : msg.sender;
        if (isPaid[payer][id]) revert AlreadyPaid(payer, id);
        if (to == address(0) || to == address(this) || to == payer) revert BadRecipient(to);
        if (amount == 0) revert ZeroAmount();
        _requireValue(_nativePart(token, amount));

        isPaid[payer][id] = true;
        if (token == address(0)) _sendNative(to, amount);
        else _sendToken(IERC20(token), payer, to, amount);
        emit Paid(payer, id, to, token, amount);
    }

    /// @inheritdoc ICausewayPayout
    function payBatch(Payment[] calldata payments) external payable returns (bool[] memory paid) {
        uint256 unspent;
        for (uint256 i; i < payments.length; ++i) {
            unspent += _nativePart(payments[i].token, payments[i].amount);
        }
        _requireValue(unspent);

        paid = new bool[](payments.length);
        for (uint256 i; i < payments.length; ++i) {
            Payment calldata payment = payments[i];
            uint256 value = _nativePart(payment.token, payment.amount);
            require(gasleft() >= GAS_TO_START_PAYMENT);
            _batchPayer = msg.sender;
            try this.pay{value: value, gas: PAYMENT_GAS}(payment.id, payment.token, payment.to, payment.amount) {
                paid[i] = true;
                unspent -= value;
            } catch {}
        }
        if (unspent != 0) _sendNative(msg.sender, unspent);
    }

    function _sendToken(IERC20 token, address payer, address to, uint256 amount) private {
        uint256 balance = token.balanceOf(to);
        token.safeTransferFrom(payer, to, amount);
        uint256 received = token.balanceOf(to) - balance;
        if (received != amount) revert WrongAmountReceived(amount, received);
    }

    function _sendNative(address to, uint256 amount) private {
        bool sent;
        // Solidity's own call copies whatever the recipient returns, at the payer's cost.
        assembly ("memory-safe") {
            sent := call(RECIPIENT_GAS, to, amount, 0, 0, 0, 0)
        }
        if (!sent) revert NativeTransferFailed();
    }

    function _requireValue(uint256 expected) private view {
        if (msg.value != expected) revert WrongValue(expected, msg.value);
    }

    function _nativePart(address token, uint256 amount) private pure returns (uint256) {
        return token == address(0) ? amount : 0;
    }
}
