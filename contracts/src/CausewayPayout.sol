// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ICausewayPayout} from "./interfaces/ICausewayPayout.sol";

/// @title The payout contract
contract CausewayPayout is ICausewayPayout {
    using SafeERC20 for IERC20;

    /// @dev Enough for a smart-contract wallet. It limits the gas that a recipient can burn at the payer's cost.
    uint256 private constant RECIPIENT_GAS = 100_000;

    /// @dev Gas of each payment in a batch: the recipient's gas, a new account and an expensive token.
    uint256 private constant PAYMENT_GAS = 500_000;

    /// @dev A call forwards at most 63/64 of the gas, without an error if it asks for more (EIP-150). 20,000 pay for the call itself.
    uint256 private constant GAS_TO_START_PAYMENT = PAYMENT_GAS * 64 / 63 + 20_000;

    /// @inheritdoc ICausewayPayout
    mapping(address payer => mapping(bytes32 id => bool)) public isPaid;

    /// @dev The contract sets it right before each call to itself, and the called function reads it first.
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
        // A Solidity call would copy the recipient's return data at the payer's cost.
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
