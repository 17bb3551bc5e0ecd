// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICausewayVault} from "../src/interfaces/ICausewayVault.sol";
import {VaultTest} from "./support/VaultTest.sol";

/// @dev The caps of the token: 300 in a payment, 500 in a window.
contract CausewayVaultCapsTest is VaultTest {
    uint256 private _start;
    uint256 private _nextId;

    function setUp() public override {
        super.setUp();
        setCap(address(token), 300, 500);
        token.mint(address(vault), 10_000);
        _start = (block.timestamp / WINDOW + 1) * WINDOW;
        vm.warp(_start);
    }

    function test_refusesAPaymentAboveItsCap(uint256 amount) external {
        amount = within(amount, 301, type(uint256).max);
        _refuse(amount, abi.encodeWithSelector(ICausewayVault.AbovePaymentCap.selector, address(token), amount, 300));
        _pay(300);
    }

    function test_refusesATokenWithoutACap() external {
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.AbovePaymentCap.selector, account("token"), 1, 0));
        pay(ID, account("token"), recipient, 1);
    }

    function test_refusesMoreThanTheWindowAllows() external {
        _pay(300);
        vm.assertEq(vault.spendable(address(token)), 200, "spendable");
        _refuse(201, _aboveWindow(201, 200));
        _pay(200);
        _refuse(1, _aboveWindow(1, 0));
    }

    function test_aPaymentCountsUntilTheEndOfTheNextSlot() external {
        vm.warp(_start + WINDOW - 1);
        _pay(300);
        vm.warp(_start + WINDOW);
        _refuse(201, _aboveWindow(201, 200));
        vm.warp(_start + 2 * WINDOW - 1);
        _pay(200);
        _refuse(1, _aboveWindow(1, 0));

        vm.warp(_start + 2 * WINDOW);
        vm.assertEq(vault.spendable(address(token)), 300, "the first payment no longer counts");
        _pay(300);
        vm.warp(_start + 3 * WINDOW);
        vm.assertEq(vault.spendable(address(token)), 200, "the second payment no longer counts");
        vm.warp(_start + 5 * WINDOW);
        vm.assertEq(vault.spendable(address(token)), 500, "nothing counts");
        _pay(300);
        _pay(200);
    }

    function test_aFailedPaymentDoesNotCount() external {
        setCap(NATIVE, 300 ether, 500 ether);
        vm.expectRevert();
        pay(ID, NATIVE, recipient, 200 ether);
        vm.assertEq(vault.spendable(NATIVE), 500 ether, "spendable");
    }

    function test_eachTokenHasItsOwnWindow() external {
        setCap(NATIVE, 4, 4);
        vm.warp(_start);
        _pay(300);
        vm.assertEq(vault.spendable(NATIVE), 4, "native token");
        pay(ID, NATIVE, recipient, 4);
        vm.assertEq(vault.spendable(address(token)), 200, "token");
    }

    function test_payersShareAWindow() external {
        _pay(300);
        vm.expectRevert(_aboveWindow(201, 200));
        vm.prank(otherPayer);
        vault.pay(ID, address(token), recipient, 201);
    }

    function test_aCapBelowTheAmountSpentAllowsNothing() external {
        _pay(300);
        vm.prank(owner);
        vault.lowerCap(address(token), 300, 299);
        vm.assertEq(vault.spendable(address(token)), 0, "spendable");
        _refuse(1, _aboveWindow(1, 0));
    }

    function test_loweringAndRaisingACapForgetsNothing() external {
        bytes memory raise = abi.encodeCall(vault.setCap, (address(token), 300, 500));
        schedule(raise);
        vm.warp((vault.readyAt(raise) / WINDOW + 1) * WINDOW);
        _pay(300);
        vm.prank(owner);
        vault.lowerCap(address(token), 0, 0);
        _refuse(1, abi.encodeWithSelector(ICausewayVault.AbovePaymentCap.selector, address(token), 1, 0));
        execute(raise);
        vm.assertEq(vault.spendable(address(token)), 200, "spendable");
        _refuse(201, _aboveWindow(201, 200));
    }

    function test_theLargestCapsDoNotOverflow() external {
        setCap(address(token), MOST, MOST);
        token.mint(address(vault), uint256(MOST) * 2);
        _pay(MOST - 1);
        _refuse(2, _aboveWindow(2, 1));
        _pay(1);
        vm.warp(block.timestamp + 2 * WINDOW);
        _pay(MOST);
        _refuse(MOST, _aboveWindow(MOST, 0));
    }

    /// @dev Pays when it is allowed, and compares the vault with the sums of every pair of payments.
    function test_noPeriodExceedsTheCap(uint32[24] calldata gaps, uint16[24] calldata amounts) external {
        uint256[24] memory times;
        uint256[24] memory paid;
        for (uint256 i; i < 24; ++i) {
            vm.warp(block.timestamp + gaps[i] % (WINDOW * 3 / 4));
            uint256 amount = within(amounts[i], 1, 300);
            uint256 allowed = vault.spendable(address(token));
            if (amount > allowed) _refuse(amount, _aboveWindow(amount, allowed));
            else _pay(amount);
            (times[i], paid[i]) = (block.timestamp, amount > allowed ? 0 : amount);
            uint256 sum;
            for (uint256 j = i + 1; j > 0 && times[j - 1] + WINDOW >= block.timestamp; --j) {
                sum += paid[j - 1];
            }
            vm.assertLe(sum, 500, "a window");
            token.mint(address(vault), paid[i]);
        }
    }

    function _aboveWindow(uint256 amount, uint256 allowed) private view returns (bytes memory) {
        return abi.encodeWithSelector(ICausewayVault.AboveWindowCap.selector, address(token), amount, allowed);
    }

    function _pay(uint256 amount) private {
        pay(bytes32(++_nextId), address(token), recipient, amount);
    }

    function _refuse(uint256 amount, bytes memory reason) private {
        vm.expectRevert(reason);
        pay(bytes32(++_nextId), address(token), recipient, amount);
    }
}
