// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CausewayVault} from "../src/CausewayVault.sol";

/// @dev Proves by induction over finished payments, for every id: the money of `_id` leaves at most once. `_isPaid` is
/// `isPaid(_id)`, and `_left` means that the money has left. Invariant: where the money has left, the id is paid.
/// Unknown code runs during a payment: the recipient and the token. It can make payments. They finish before this one, so they
/// keep the invariant, and neither take back `_isPaid` nor `_left`. `_callUnknownCode` assumes no more about it.
contract PaidOnceProof is CausewayVault {
    /// @dev Any state that satisfies the invariant, and any payment that succeeds.
    function oneMorePayment(bytes32 id, address token, address to, uint256 amount) external {
        require(!_left || _isPaid);
        require(!_leftTwice && !_exposed);
        bool wasPaid = _isPaid;
        bool hadLeft = _left;

        pay(id, token, to, amount);

        assert(!_leftTwice);
        // Unknown code found the invariant, too.
        assert(!_exposed);
        assert(!_left || _isPaid);
        assert(!wasPaid || _isPaid);
        assert(!hadLeft || _left);
        assert(id != _id || _left);
        assert(id != _id || !wasPaid);
    }

    function isPayer(address) external view returns (bool) {}
    function paused() external view returns (bool) {}
    function window() external view returns (uint256) {}
    function capOf(address) external view returns (Cap memory) {}
    function spendable(address) external view returns (uint256) {}
}
