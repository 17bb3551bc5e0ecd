// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ICausewayPayout} from "../interfaces/ICausewayPayout.sol";

/// @title A payout contract without replay protection, for tests
/// @notice It pays an id every time, so a payer's mistake becomes a second payment instead of a revert.
contract TestUnprotectedPayout is ICausewayPayout {
    using SafeERC20 for IERC20;

    address private transient _batchPayer;

    /// @inheritdoc ICausewayPayout
    function pay(bytes32 id, address token, address to, uint256 amount) external payable {
        address payer = msg.sender == address(this) ? _batchPayer : msg.sender;
        if (token == address(0)) _sendNative(to, amount);
        else IERC20(token).safeTransferFrom(payer, to, amount);
        emit Paid(payer, id, to, token, amount);
    }

    /// @inheritdoc ICausewayPayout
    function payBatch(Payment[] calldata payments) external payable returns (bool[] memory paid) {
        uint256 unspent = msg.value;
        paid = new bool[](payments.length);
        for (uint256 i; i < payments.length; ++i) {
            Payment calldata payment = payments[i];
            uint256 value = payment.token == address(0) ? payment.amount : 0;
            _batchPayer = msg.sender;
            try this.pay{value: value, gas: 500_000}(payment.id, payment.token, payment.to, payment.amount) {
                paid[i] = true;
                unspent -= value;
            } catch {}
        }
        if (unspent != 0) _sendNative(msg.sender, unspent);
    }

    /// @inheritdoc ICausewayPayout
    function isPaid(address, bytes32) external pure returns (bool) {
        return false;
    }

    function _sendNative(address to, uint256 amount) private {
        (bool sent,) = to.call{value: amount, gas: 100_000}("");
        if (!sent) revert NativeTransferFailed();
    }
}
