// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ICausewayVault} from "../interfaces/ICausewayVault.sol";

/// @title A vault without replay protection, payers and caps, for tests
/// @notice It pays an id every time, so a payer's mistake becomes a second payment instead of a revert. It has no storage,
/// so its code can replace the code of a vault.
contract TestUnprotectedVault is ICausewayVault {
    using SafeERC20 for IERC20;

    uint256 public constant window = 1 days;
    bool public constant paused = false;

    address private transient _batchPayer;

    receive() external payable {}

    /// @inheritdoc ICausewayVault
    function pay(bytes32 id, address token, address to, uint256 amount) public {
        address payer = msg.sender == address(this) ? _batchPayer : msg.sender;
        if (token == address(0)) _sendNative(to, amount);
        else IERC20(token).safeTransfer(to, amount);
        emit Paid(payer, id, to, token, amount);
    }

    /// @inheritdoc ICausewayVault
    function payWithGas(bytes32 id, address token, address to, uint256 amount, uint256 gas) external {
        pay(id, token, to, amount);
        pay(id, address(0), to, gas);
    }

    /// @inheritdoc ICausewayVault
    function payBatch(Payment[] calldata payments) external returns (bool[] memory paid) {
        paid = new bool[](payments.length);
        for (uint256 i; i < payments.length; ++i) {
            Payment calldata payment = payments[i];
            _batchPayer = msg.sender;
            try this.pay{gas: 500_000}(payment.id, payment.token, payment.to, payment.amount) {
                paid[i] = true;
            } catch {}
        }
    }

    /// @inheritdoc ICausewayVault
    function isPaid(bytes32) external pure returns (bool) {
        return false;
    }

    /// @inheritdoc ICausewayVault
    function arePaid(bytes32[] calldata ids) external pure returns (bool[] memory paid) {
        paid = new bool[](ids.length);
    }

    /// @inheritdoc ICausewayVault
    function isPayer(address) external pure returns (bool) {
        return true;
    }

    /// @inheritdoc ICausewayVault
    function capOf(address) external pure returns (Cap memory) {
        return Cap(type(uint112).max, type(uint112).max);
    }

    /// @inheritdoc ICausewayVault
    function spendable(address) external pure returns (uint256) {
        return type(uint112).max;
    }

    function _sendNative(address to, uint256 amount) private {
        (bool sent,) = to.call{value: amount, gas: 100_000}("");
        if (!sent) revert NativeTransferFailed();
    }
}
