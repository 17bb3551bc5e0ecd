// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ICausewayDeposit} from "./interfaces/ICausewayDeposit.sol";

/// @title The deposit contract
contract CausewayDeposit is ICausewayDeposit {
    using SafeERC20 for IERC20;

    /// @dev The longest account of any network type has 90 characters (a Bitcoin address in bech32m).
    uint256 private constant MAX_TARGET_BYTES = 128;

    /// @inheritdoc ICausewayDeposit
    function deposit(
        string calldata target,
        address token,
        address maker,
        uint256 amount,
        uint256 destination,
        uint256 channel
    ) external payable {
        if (amount == 0) revert ZeroAmount();
        if (maker == address(0) || maker == address(this)) revert ZeroMaker();
        if (bytes(target).length > MAX_TARGET_BYTES) revert TargetTooLong(bytes(target).length);

        if (token == address(0)) {
            if (msg.value != amount) revert WrongValue(amount, msg.value);
            (bool sent,) = maker.call{value: amount}("");
            if (!sent) revert NativeTransferFailed();
        } else {
            if (msg.value != 0) revert WrongValue(0, msg.value);
            IERC20(token).safeTransferFrom(msg.sender, maker, amount);
        }

        emit Deposit(msg.sender, token, maker, target, amount, destination, channel, block.timestamp);
    }
}
