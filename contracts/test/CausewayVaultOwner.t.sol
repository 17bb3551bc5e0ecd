// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CausewayVault} from "../src/CausewayVault.sol";
import {ICausewayVault} from "../src/interfaces/ICausewayVault.sol";
import {ICausewayVaultOwner} from "../src/interfaces/ICausewayVaultOwner.sol";
import {Refuser} from "./support/Recipients.sol";
import {VaultTest} from "./support/VaultTest.sol";

contract CausewayVaultOwnerTest is VaultTest {
    address private newcomer = account("newcomer");
    uint256 private constant FOREVER = type(uint256).max;

    function test_noAccountCallsAnActionItself(uint256 who) external {
        address[4] memory callers = [owner, guardian, payer, newcomer];
        address caller = callers[who % 4];
        expectUnauthorized(caller);
        vault.withdraw(NATIVE, newcomer, 1);
        expectUnauthorized(caller);
        vault.setCap(NATIVE, 1, 1);
        expectUnauthorized(caller);
        vault.addPayer(newcomer);
        expectUnauthorized(caller);
        vault.setGuardian(newcomer);
        expectUnauthorized(caller);
        vault.setOwner(newcomer);
    }

    function test_onlyTheOwnerLowersRemovesAndUnpauses(address other) external {
        vm.assume(other != owner);
        expectUnauthorized(other);
        vault.lowerCap(NATIVE, 1, 1);
        expectUnauthorized(other);
        vault.removePayer(payer);
        expectUnauthorized(other);
        vault.unpause();
        vm.assume(other != guardian);
        expectUnauthorized(other);
        vault.pause();
    }

    function test_ownerAndGuardianPauseAtOnceAndTheOwnerUnpauses() external {
        address[2] memory both = [owner, guardian];
        for (uint256 i; i < 2; ++i) {
            vm.expectEmit(address(vault));
            emit ICausewayVaultOwner.Paused(both[i]);
            vm.prank(both[i]);
            vault.pause();
            vm.assertEq(vault.paused(), true, "paused");
            vm.expectEmit(address(vault));
            emit ICausewayVaultOwner.Unpaused(owner);
            vm.prank(owner);
            vault.unpause();
            vm.assertEq(vault.paused(), false, "unpaused");
        }
    }

    function test_withdrawsAnAmountOrEverything() external {
        afterDelay(abi.encodeCall(vault.withdraw, (address(token), newcomer, 400)));
        vm.assertEq(token.balanceOf(newcomer), 400, "an amount");
        afterDelay(abi.encodeCall(vault.withdraw, (address(token), newcomer, FOREVER)));
        vm.assertEq(token.balanceOf(newcomer), 1_000, "everything");
        afterDelay(_withdrawal(1 ether));
        vm.assertEq(newcomer.balance, 1 ether, "native token");
        afterDelay(_withdrawal(FOREVER));
        vm.assertEq(newcomer.balance, 100 ether, "all of the native token");
    }

    function test_refusesAWithdrawalToTheZeroAddressOrTheVault() external {
        address refuser = address(new Refuser());
        _refuseToExecute(abi.encodeCall(vault.withdraw, (NATIVE, address(0), 1)), _badRecipient(address(0)));
        _refuseToExecute(abi.encodeCall(vault.withdraw, (NATIVE, address(vault), 1)), _badRecipient(address(vault)));
        bytes memory failed = abi.encodeWithSelector(ICausewayVault.NativeTransferFailed.selector);
        bytes memory action = abi.encodeCall(vault.withdraw, (NATIVE, refuser, 1));
        _refuseToExecute(action, failed);
        vm.assertGe(vault.readyAt(action), 1, "it can be tried again");
    }

    function test_raisesACapOnlyAfterTheDelay() external {
        bytes memory raise = abi.encodeCall(vault.setCap, (address(token), 7, 9));
        vm.expectEmit(address(vault));
        emit ICausewayVaultOwner.CapSet(address(token), 5, 6);
        vm.prank(owner);
        vault.lowerCap(address(token), 5, 6);

        bytes memory raises = abi.encodeWithSelector(ICausewayVaultOwner.RaisesCap.selector, address(token));
        vm.expectRevert(raises);
        vm.prank(owner);
        vault.lowerCap(address(token), 6, 6);
        vm.expectRevert(raises);
        vm.prank(owner);
        vault.lowerCap(address(token), 5, 7);

        schedule(raise);
        vm.warp(block.timestamp + DELAY);
        vm.expectEmit(address(vault));
        emit ICausewayVaultOwner.CapSet(address(token), 7, 9);
        execute(raise);
        ICausewayVault.Cap memory cap = vault.capOf(address(token));
        vm.assertEq(cap.perPayment, 7, "perPayment");
        vm.assertEq(cap.perWindow, 9, "perWindow");
    }

    function test_addsAPayerAfterTheDelayAndRemovesItAtOnce() external {
        bytes memory add = abi.encodeCall(vault.addPayer, (newcomer));
        schedule(add);
        vm.warp(block.timestamp + DELAY);
        vm.expectEmit(address(vault));
        emit ICausewayVaultOwner.PayerAdded(newcomer);
        execute(add);
        vm.prank(newcomer);
        vault.pay(ID, NATIVE, recipient, 1);

        vm.expectEmit(address(vault));
        emit ICausewayVaultOwner.PayerRemoved(newcomer);
        vm.prank(owner);
        vault.removePayer(newcomer);
        expectUnauthorized(newcomer);
        vault.pay(bytes32("next"), NATIVE, recipient, 1);
        pay(bytes32("next"), NATIVE, recipient, 1);
    }

    function test_aNewPayerTakesThePlaceOfTheFirst() external {
        vm.prank(owner);
        vault.removePayer(payer);
        vm.assertEq(vault.isPayer(address(0)), false, "the zero address");
        _assertPayers(false, true, false);
        expectUnauthorized(payer);
        vault.pay(ID, NATIVE, recipient, 1);

        afterDelay(abi.encodeCall(vault.addPayer, (newcomer)));
        _assertPayers(false, true, true);
        vm.prank(otherPayer);
        vault.pay(bytes32("other"), NATIVE, recipient, 1);
        vm.prank(newcomer);
        vault.pay(bytes32("new"), NATIVE, recipient, 1);

        vm.prank(owner);
        vault.removePayer(otherPayer);
        _assertPayers(false, false, true);
    }

    function _assertPayers(bool first, bool other, bool last) private view {
        vm.assertEq(vault.isPayer(payer), first, "payer");
        vm.assertEq(vault.isPayer(otherPayer), other, "other payer");
        vm.assertEq(vault.isPayer(newcomer), last, "newcomer");
    }

    function test_removesOnlyAPayer() external {
        address[4] memory others = [newcomer, owner, guardian, address(0)];
        for (uint256 i; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ICausewayVaultOwner.BadAccount.selector, others[i]));
            vm.prank(owner);
            vault.removePayer(others[i]);
        }
        vm.prank(owner);
        vault.removePayer(payer);
        vm.expectRevert(abi.encodeWithSelector(ICausewayVaultOwner.BadAccount.selector, payer));
        vm.prank(owner);
        vault.removePayer(payer);
    }

    function test_neverAddsARemovedPayerAgain() external {
        bytes memory add = abi.encodeCall(vault.addPayer, (payer));
        schedule(add);
        vm.prank(owner);
        vault.removePayer(payer);
        vm.warp(block.timestamp + DELAY);
        vm.expectRevert(abi.encodeWithSelector(ICausewayVaultOwner.BadAccount.selector, payer));
        execute(add);
        expectUnauthorized(payer);
        vault.pay(ID, NATIVE, recipient, 1);
    }

    function test_replacesTheGuardianAfterTwiceTheDelay() external {
        bytes memory action = abi.encodeCall(vault.setGuardian, (newcomer));
        schedule(action);
        vm.warp(block.timestamp + 2 * DELAY);
        vm.expectEmit(address(vault));
        emit ICausewayVaultOwner.GuardianSet(newcomer);
        execute(action);
        vm.assertEq(vault.guardian(), newcomer, "guardian");
        expectUnauthorized(guardian);
        vault.pause();
    }

    function test_eachRoleNeedsItsOwnAccount() external {
        address[5] memory used = [address(0), address(vault), owner, guardian, payer];
        for (uint256 i; i < used.length; ++i) {
            bytes memory bad = abi.encodeWithSelector(ICausewayVaultOwner.BadAccount.selector, used[i]);
            _refuseToExecute(abi.encodeCall(vault.addPayer, (used[i])), bad);
            _refuseToExecute(abi.encodeCall(vault.setGuardian, (used[i])), bad);
            bytes memory action = abi.encodeCall(vault.setOwner, (used[i]));
            schedule(action);
            vm.warp(block.timestamp + DELAY);
            vm.expectRevert(bad);
            vm.prank(used[i]);
            vault.execute(action);
        }
    }

    function test_refusesADelayThatIsTooShortOrTooLong(uint256 period) external {
        _expectBadPeriod(period);
        _deploy(period, WINDOW);
    }

    function test_refusesAWindowThatIsTooShortOrTooLong(uint256 period) external {
        _expectBadPeriod(period);
        _deploy(DELAY, period);
    }

    function test_acceptsTheShortestAndTheLongestPeriods() external {
        CausewayVault made = _deploy(1 minutes, 30 days);
        vm.assertEq(made.delay(), 1 minutes, "delay");
        vm.assertEq(made.window(), 30 days, "window");
        made = _deploy(30 days, 1 minutes);
        vm.assertEq(made.delay(), 30 days, "delay");
        vm.assertEq(made.owner(), owner, "owner");
        vm.assertEq(made.guardian(), guardian, "guardian");
    }

    function _deploy(uint256 delay, uint256 window) private returns (CausewayVault) {
        return
            new CausewayVault(owner, guardian, new address[](0), delay, window, new ICausewayVaultOwner.TokenCap[](0));
    }

    function _expectBadPeriod(uint256 period) private {
        vm.assume(period < 1 minutes || period > 30 days);
        vm.expectRevert(abi.encodeWithSelector(ICausewayVaultOwner.BadPeriod.selector, period));
    }

    function _withdrawal(uint256 amount) private view returns (bytes memory) {
        return abi.encodeCall(vault.withdraw, (NATIVE, newcomer, amount));
    }

    function _refuseToExecute(bytes memory action, bytes memory reason) private {
        schedule(action);
        vm.warp(vault.readyAt(action));
        vm.expectRevert(reason);
        execute(action);
    }

    function _badRecipient(address to) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ICausewayVault.BadRecipient.selector, to);
    }
}
