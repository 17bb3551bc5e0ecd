// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SpendingLimits} from "../src/vault/SpendingLimits.sol";

/// @dev Proves by induction over payments, for every slot k: `a` is what payments spent in slot k, `b` in slot k + 1.
/// `tools/lab/mutants/proofs.ts` replaces the clock by `_now`, and the casts to uint112 by `_exact`, which records a truncation.
contract SpendingLimitsProof is SpendingLimits(1 days) {
    /// @dev Any state that satisfies the invariant, and any payment that succeeds.
    function oneMorePayment(
        uint32 k,
        uint256 a,
        uint256 b,
        uint32 slot,
        uint112 inPreviousSlot,
        uint112 inSlot,
        uint112 perPayment,
        uint112 perWindow,
        address token,
        uint256 amount
    ) external {
        require(slot >= k || (a == 0 && b == 0));
        require(slot != k || (a == inSlot && b == 0));
        require(slot != uint256(k) + 1 || (a == inPreviousSlot && b == inSlot));
        require(_now >= slot);
        require(!_truncated);
        _spendings[token] = Spending(slot, inPreviousSlot, inSlot);
        _caps[token] = Cap(perPayment, perWindow);

        _spend(token, amount);

        if (_now == k) a += amount;
        if (_now == uint256(k) + 1) b += amount;
        Spending storage last = _spendings[token];
        assert(!_truncated);
        assert(last.slot == _now);
        assert(_now >= k || (a == 0 && b == 0));
        assert(_now != k || (a == last.inSlot && b == 0));
        assert(_now != uint256(k) + 1 || (a == last.inPreviousSlot && b == last.inSlot));
        // What left in the two slots is at most the cap in force at the last payment.
        assert(_now < k || _now > uint256(k) + 1 || a + b <= perWindow);
        assert(amount <= perPayment);
    }

    function aPaymentOfAnotherTokenChangesNothing(
        uint32 slot,
        uint112 inPreviousSlot,
        uint112 inSlot,
        address token,
        address other,
        uint256 amount
    ) external {
        require(token != other);
        _spendings[token] = Spending(slot, inPreviousSlot, inSlot);
        _spend(other, amount);
        assert(_spendings[token].slot == slot);
        assert(_spendings[token].inPreviousSlot == inPreviousSlot);
        assert(_spendings[token].inSlot == inSlot);
    }

    /// @dev A period that is one window long touches two adjacent slots.
    function aPeriodTouchesTwoSlots(uint256 start, uint256 length, uint256 time) external pure {
        require(length >= 1 minutes && length <= 30 days && start < 2 ** 64);
        require(time >= start && time <= start + length);
        assert(time / length == start / length || time / length == start / length + 1);
    }

    receive() external payable {}
    function pay(bytes32, address, address, uint256) external {}
    function payWithGas(bytes32, address, address, uint256, uint256) external {}
    function payBatch(Payment[] calldata) external returns (bool[] memory) {}
    function isPaid(bytes32) external view returns (bool) {}
    function arePaid(bytes32[] calldata) external view returns (bool[] memory) {}
    function isPayer(address) external view returns (bool) {}
    function paused() external view returns (bool) {}
}
