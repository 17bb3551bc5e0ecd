// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICausewayVault} from "../interfaces/ICausewayVault.sol";

/// @title The caps of a vault, and how much of them was spent
/// @dev Time is divided into slots of `window` seconds. Any period of that length lies in two adjacent slots, so the sum
/// of two slots bounds what it spends. A record of each payment would cost a slot of storage each.
abstract contract SpendingLimits is ICausewayVault {
    /// @dev One slot of storage. `slot` is the time of the last payment divided by `window`.
    struct Spending {
        uint32 slot;
        uint112 inPreviousSlot;
        uint112 inSlot;
    }

    /// @inheritdoc ICausewayVault
    uint256 public immutable window;

    mapping(address token => Cap) private _caps;
    mapping(address token => Spending) private _spendings;

    constructor(uint256 window_) {
        window = window_;
    }

    /// @inheritdoc ICausewayVault
    function capOf(address token) public view returns (Cap memory) {
        return _caps[token];
    }

    /// @inheritdoc ICausewayVault
    function spendable(address token) public view returns (uint256) {
        (uint256 previous, uint256 current) = _spent(token);
        uint256 cap = _caps[token].perWindow;
        // The owner may lower a cap below the amount spent.
        return cap > previous + current ? cap - previous - current : 0;
    }

    function _setCap(address token, uint112 perPayment, uint112 perWindow) internal {
        _caps[token] = Cap(perPayment, perWindow);
    }

    /// @dev Records the amount, or reverts if a cap does not allow it.
    function _spend(address token, uint256 amount) internal {
        Cap memory cap = _caps[token];
        if (amount > cap.perPayment) revert AbovePaymentCap(token, amount, cap.perPayment);

        (uint256 previous, uint256 current) = _spent(token);
        if (previous + current + amount > cap.perWindow) revert AboveWindowCap(token, amount, spendable(token));
        _spendings[token] = Spending(_slot(), uint112(previous), uint112(current + amount));
    }

    /// @dev What was spent in the previous slot and in the current one.
    function _spent(address token) private view returns (uint256 previous, uint256 current) {
        Spending memory last = _spendings[token];
        uint256 age = _slot() - last.slot;
        if (age == 0) return (last.inPreviousSlot, last.inSlot);
        if (age == 1) return (last.inSlot, 0);
    }

    /// @dev 32 bits suffice for 8,000 years of slots of a minute, the shortest that a vault accepts.
    function _slot() private view returns (uint32) {
        return uint32(block.timestamp / window);
    }
}
