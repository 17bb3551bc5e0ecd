// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CausewayDeposit} from "../src/CausewayDeposit.sol";
import {ICausewayPayout} from "../src/interfaces/ICausewayPayout.sol";
import {PayoutTest} from "./support/PayoutTest.sol";

/// @dev Measures whole transactions, with their 21,000 gas and calldata, and writes the results to contracts/cache/gas.
/// Recipients and makers start with empty balances, the most expensive case. The bounds leave room for small changes.
/// forge-config: default.isolate = true
contract GasTest is PayoutTest {
    string private constant TARGET = "0x00000000000000000000000000000000000000AA";

    CausewayDeposit private bridge = new CausewayDeposit();
    address private maker = account("maker");

    function setUp() public override {
        super.setUp();
        vm.prank(payer);
        token.approve(address(bridge), type(uint256).max);
    }

    function test_gasOfATokenDeposit() external {
        vm.prank(payer);
        bridge.deposit(TARGET, address(token), maker, 10, 8453, 0);
        vm.assertLe(vm.snapshotGasLastCall("deposit token"), 75_000, "gas");
    }

    function test_gasOfANativeDeposit() external {
        vm.prank(payer);
        bridge.deposit{value: 1 ether}(TARGET, NATIVE, maker, 1 ether, 8453, 0);
        vm.assertLe(vm.snapshotGasLastCall("deposit native"), 75_000, "gas");
    }

    function test_gasOfATokenPayment() external {
        pay(ID, address(token), recipient, 10);
        vm.assertLe(vm.snapshotGasLastCall("pay token"), 95_000, "gas");
    }

    function test_gasOfANativePayment() external {
        pay(ID, NATIVE, recipient, 1 ether);
        vm.assertLe(vm.snapshotGasLastCall("pay native"), 95_000, "gas");
    }

    function test_gasOfABatchOfTenTokenPayments() external {
        payBatch(batchOf(10));
        vm.assertLe(vm.snapshotGasLastCall("payBatch of 10 token"), 650_000, "gas");
    }

    function test_gasOfABatchOfTenNativePayments() external {
        ICausewayPayout.Payment[] memory payments = batchOf(10);
        for (uint256 i; i < 10; ++i) {
            (payments[i].token, payments[i].amount) = (NATIVE, 1 ether);
        }
        payBatch(payments);
        vm.assertLe(vm.snapshotGasLastCall("payBatch of 10 native"), 850_000, "gas");
    }
}
