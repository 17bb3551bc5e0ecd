// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CausewayDeposit} from "../src/CausewayDeposit.sol";
import {ICausewayVault} from "../src/interfaces/ICausewayVault.sol";
import {VaultTest} from "./support/VaultTest.sol";

/// @dev `contracts/.gas-snapshot` keeps the gas of these tests, and test.ts compares. Each call is a transaction with its calldata.
/// Recipients start with empty balances, the most expensive case, and the vault has paid before.
/// forge-config: default.isolate = true
contract GasTest is VaultTest {
    string private constant TARGET = "0x00000000000000000000000000000000000000AA";

    CausewayDeposit private bridge = new CausewayDeposit();
    address private user = account("user");

    function setUp() public override {
        super.setUp();
        vm.deal(user, 100 ether);
        token.mint(user, 1_000);
        vm.prank(user);
        token.approve(address(bridge), type(uint256).max);
        pay(bytes32("earlier"), address(token), account("earlier"), 1);
        pay(bytes32("earlier native"), NATIVE, account("earlier"), 1);
    }

    function test_gasOfATokenDeposit() external {
        vm.prank(user);
        bridge.deposit(TARGET, address(token), address(vault), 10, 8453, 0);
    }

    function test_gasOfANativeDeposit() external {
        vm.prank(user);
        bridge.deposit{value: 1 ether}(TARGET, NATIVE, address(vault), 1 ether, 8453, 0);
    }

    function test_gasOfATokenPayment() external {
        pay(ID, address(token), recipient, 10);
    }

    function test_gasOfATokenPaymentWithGas() external {
        payWithGas(ID, address(token), recipient, 10, 1 ether);
    }

    function test_gasOfANativePayment() external {
        pay(ID, NATIVE, recipient, 1 ether);
    }

    function test_gasOfABatchOfTenTokenPayments() external {
        payBatch(batchOf(10));
    }

    function test_gasOfABatchOfTenNativePayments() external {
        ICausewayVault.Payment[] memory payments = batchOf(10);
        for (uint256 i; i < 10; ++i) {
            (payments[i].token, payments[i].amount) = (NATIVE, 1 ether);
        }
        payBatch(payments);
    }
}
