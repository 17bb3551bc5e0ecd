// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CausewayDeposit} from "../src/CausewayDeposit.sol";
import {DepositHandler} from "./support/DepositHandler.sol";
import {InvariantTest} from "./support/Test.sol";

contract CausewayDepositInvariants is InvariantTest {
    CausewayDeposit private bridge = new CausewayDeposit();
    DepositHandler private handler;

    function setUp() external {
        handler = new DepositHandler(bridge);
        target(address(handler));
    }

    function invariant_makerBalancesMatchTheEvents() external view {
        for (uint256 t; t < handler.tokenCount(); ++t) {
            for (uint256 m; m < handler.makerCount(); ++m) {
                address maker = handler.makers(m);
                uint256 deposited = handler.deposited(address(handler.tokens(t)), maker);
                vm.assertEq(handler.balance(t, maker), deposited, "maker");
            }
        }
    }

    function invariant_theContractHoldsNothing() external view {
        for (uint256 t; t < handler.tokenCount(); ++t) {
            vm.assertEq(handler.balance(t, address(bridge)), 0, "contract");
        }
    }

    /// @dev Requires that the run deposited something and refused something.
    function afterInvariant() external view {
        vm.assertGe(handler.depositCount(), 1, "deposits made");
        vm.assertGe(handler.refusedCount(), 1, "deposits refused");
    }
}
