// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICausewayVault} from "../src/interfaces/ICausewayVault.sol";
import {VaultTest} from "./support/VaultTest.sol";

contract CausewayVaultPayTest is VaultTest {
    function test_paysAToken() external {
        expectPaid(payer, ID, recipient, address(token), 300);
        pay(ID, address(token), recipient, 300);

        vm.assertEq(token.balanceOf(address(vault)), 700, "vault");
        vm.assertEq(token.balanceOf(recipient), 300, "recipient");
        vm.assertEq(vault.isPaid(ID), true, "isPaid");
    }

    function test_paysTheNativeToken() external {
        expectPaid(payer, ID, recipient, NATIVE, 3 ether);
        pay(ID, NATIVE, recipient, 3 ether);

        vm.assertEq(address(vault).balance, 97 ether, "vault");
        vm.assertEq(recipient.balance, 3 ether, "recipient");
        vm.assertEq(vault.isPaid(ID), true, "isPaid");
    }

    function test_emitsOneEventPerPayment() external {
        vm.recordLogs();
        pay(ID, address(token), recipient, 300);
        vm.assertEq(countPaid(), 1, "token");
        pay(keccak256("another"), NATIVE, recipient, 300);
        vm.assertEq(countPaid(), 1, "native");
    }

    function test_refusesToPayAnIdAgain() external {
        pay(ID, address(token), recipient, 300);

        bytes memory alreadyPaid = abi.encodeWithSelector(ICausewayVault.AlreadyPaid.selector, ID);
        vm.expectRevert(alreadyPaid);
        pay(ID, address(token), recipient, 300);
        vm.expectRevert(alreadyPaid);
        pay(ID, NATIVE, account("another account"), 5);

        vm.assertEq(token.balanceOf(recipient), 300, "recipient");
    }

    function test_payingOneIdLeavesOtherIdsUnpaid(bytes32 other) external {
        vm.assume(other != ID);
        pay(ID, address(token), recipient, 300);

        vm.assertEq(vault.isPaid(other), false, "isPaid");
        pay(other, address(token), recipient, 300);
        vm.assertEq(token.balanceOf(recipient), 600, "recipient");
    }

    function test_saysForEachIdWhetherItIsPaid(bytes32 other) external {
        vm.assume(other != ID);
        pay(ID, address(token), recipient, 300);

        bytes32[] memory ids = new bytes32[](3);
        (ids[0], ids[1], ids[2]) = (other, ID, other);
        bool[] memory paid = vault.arePaid(ids);
        vm.assertEq(paid.length, 3, "length");
        vm.assertEq(paid[0], false, "another id");
        vm.assertEq(paid[1], true, "the paid id");
        vm.assertEq(paid[2], false, "another id again");

        pay(other, address(token), recipient, 300);
        paid = vault.arePaid(ids);
        vm.assertEq(paid[0] && paid[1] && paid[2], true, "all are paid");
        vm.assertEq(vault.arePaid(new bytes32[](0)).length, 0, "no ids");
    }

    function test_aFailedPaymentCanBeMadeLater() external {
        vm.expectRevert(
            abi.encodeWithSelector(ICausewayVault.InsufficientBalance.selector, address(token), 1_001, 1_000)
        );
        pay(ID, address(token), recipient, 1_001);

        vm.assertEq(vault.isPaid(ID), false, "isPaid");
        pay(ID, address(token), recipient, 1_000);
        vm.assertEq(token.balanceOf(recipient), 1_000, "recipient");
    }

    function test_refusesAnIdThatAnotherPayerPaid() external {
        vm.prank(otherPayer);
        vault.pay(ID, address(token), recipient, 1);

        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.AlreadyPaid.selector, ID));
        pay(ID, address(token), recipient, 300);
    }

    function test_refusesAnyOtherAccountAsPayer(address other) external {
        vm.assume(other != payer && other != otherPayer && other != address(vault));
        expectUnauthorized(other);
        vault.pay(ID, address(token), recipient, 300);
    }

    function test_refusesTheOwnerAndTheGuardianAsPayer() external {
        expectUnauthorized(owner);
        vault.pay(ID, address(token), recipient, 300);
        expectUnauthorized(guardian);
        vault.pay(ID, address(token), recipient, 300);
    }

    function test_refusesMoreNativeTokenThanTheVaultHas() external {
        vm.expectRevert(
            abi.encodeWithSelector(ICausewayVault.InsufficientBalance.selector, NATIVE, 100 ether + 1, 100 ether)
        );
        pay(ID, NATIVE, recipient, 100 ether + 1);
        pay(ID, NATIVE, recipient, 100 ether);
        vm.assertEq(recipient.balance, 100 ether, "recipient");
    }

    function test_acceptsTheNativeTokenFromEveryAccount(address from, uint256 amount) external {
        vm.assume(from != address(vault));
        amount = within(amount, 0, 1_000 ether);
        vm.deal(from, amount);
        vm.prank(from);
        (bool sent,) = address(vault).call{value: amount}("");
        vm.assertEq(sent, true, "sent");
        vm.assertEq(address(vault).balance, 100 ether + amount, "vault");
    }

    function test_nativeTokenThatASelfdestructForcesOnTheVaultIsFloat() external {
        // PUSH20 vault, SELFDESTRUCT: solc refuses the instruction in a source.
        bytes memory code = abi.encodePacked(hex"73", address(vault), hex"ff");
        assembly {
            pop(create(5000000000000000000, add(code, 32), mload(code)))
        }
        vm.assertEq(address(vault).balance, 105 ether, "forced");
        pay(ID, NATIVE, recipient, 105 ether);
        vm.assertEq(recipient.balance, 105 ether, "recipient");
    }

    function test_refusesNativeValueInACall() external {
        vm.deal(payer, 1 ether);
        vm.prank(payer);
        (bool done,) = address(vault).call{value: 1}(abi.encodeCall(vault.pay, (ID, address(token), recipient, 300)));
        vm.assertEq(done, false, "done");
    }

    function test_pausedStopsEveryPaymentAndAcceptsDeposits() external {
        vm.prank(guardian);
        vault.pause();
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.PaymentsPaused.selector));
        pay(ID, address(token), recipient, 300);
        (bool sent,) = address(vault).call{value: 1 ether}("");
        vm.assertEq(sent, true, "deposit");

        vm.prank(owner);
        vault.unpause();
        pay(ID, address(token), recipient, 300);
    }

    function test_refusesAnAmountOfZero() external {
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.ZeroAmount.selector));
        pay(ID, address(token), recipient, 0);
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.ZeroAmount.selector));
        pay(ID, NATIVE, recipient, 0);
    }

    function test_refusesTheZeroAddressAndItselfAsRecipient() external {
        address[2] memory bad = [address(0), address(vault)];
        for (uint256 i; i < bad.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ICausewayVault.BadRecipient.selector, bad[i]));
            pay(ID, address(token), bad[i], 300);
            vm.expectRevert(abi.encodeWithSelector(ICausewayVault.BadRecipient.selector, bad[i]));
            pay(ID, NATIVE, bad[i], 300);
        }
    }

    function test_recipientReceivesTheAmountOfTheEvent(bytes32 id, address to, uint256 amount, bool native) external {
        amount = within(amount, 1, native ? 100 ether : 1_000);
        vm.assume(to.code.length == 0 && to > address(0xffff) && to != address(token));
        address asset = native ? NATIVE : address(token);
        uint256 before = to.balance + token.balanceOf(to);

        expectPaid(payer, id, to, asset, amount);
        pay(id, asset, to, amount);

        vm.assertEq(to.balance + token.balanceOf(to) - before, amount, "recipient");
    }

    function test_paysATokenAndGas() external {
        expectPaid(payer, ID, recipient, address(token), 300);
        expectPaid(payer, ID, recipient, NATIVE, 2 ether);
        payWithGas(ID, address(token), recipient, 300, 2 ether);

        vm.assertEq(token.balanceOf(recipient), 300, "token");
        vm.assertEq(recipient.balance, 2 ether, "gas");
        vm.assertEq(vault.isPaid(ID), true, "isPaid");
    }

    function test_refusesToPayAnIdAgainAfterItsGas() external {
        payWithGas(ID, address(token), recipient, 300, 2 ether);

        bytes memory alreadyPaid = abi.encodeWithSelector(ICausewayVault.AlreadyPaid.selector, ID);
        vm.expectRevert(alreadyPaid);
        payWithGas(ID, address(token), recipient, 300, 2 ether);
        vm.expectRevert(alreadyPaid);
        pay(ID, NATIVE, recipient, 1);
        vm.assertEq(recipient.balance, 2 ether, "gas");
    }

    function test_paysTheTokenAndItsGasOrNeither() external {
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.InsufficientBalance.selector, NATIVE, 101 ether, 100 ether));
        payWithGas(ID, address(token), recipient, 300, 101 ether);
        vm.expectRevert(
            abi.encodeWithSelector(ICausewayVault.InsufficientBalance.selector, address(token), 1_001, 1_000)
        );
        payWithGas(ID, address(token), recipient, 1_001, 2 ether);

        vm.assertEq(token.balanceOf(recipient), 0, "token");
        vm.assertEq(recipient.balance, 0, "gas");
        vm.assertEq(vault.isPaid(ID), false, "isPaid");
    }

    function test_refusesGasOfZeroAndGasForTheNativeToken() external {
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.ZeroAmount.selector));
        payWithGas(ID, address(token), recipient, 300, 0);
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.GasNeedsToken.selector));
        payWithGas(ID, NATIVE, recipient, 1 ether, 1 ether);
    }

    function test_onlyAPayerPaysGas() external {
        expectUnauthorized(recipient);
        vault.payWithGas(ID, address(token), recipient, 300, 1 ether);
    }

    function test_aPausedVaultAndARemovedPayerPayNoGas() external {
        vm.prank(guardian);
        vault.pause();
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.PaymentsPaused.selector));
        payWithGas(ID, address(token), recipient, 300, 1 ether);

        vm.prank(owner);
        vault.unpause();
        vm.prank(owner);
        vault.removePayer(payer);
        expectUnauthorized(payer);
        vault.payWithGas(ID, address(token), recipient, 300, 1 ether);
    }

    function test_emitsTwoEventsForATokenAndItsGas() external {
        vm.recordLogs();
        payWithGas(ID, address(token), recipient, 300, 1 ether);
        vm.assertEq(countPaid(), 2, "events");
    }

    function test_gasCountsAgainstTheCapOfTheNativeToken() external {
        setCap(NATIVE, 2 ether, 3 ether);
        vm.expectRevert(
            abi.encodeWithSelector(ICausewayVault.AbovePaymentCap.selector, NATIVE, 2 ether + 1, 2 ether)
        );
        payWithGas(ID, address(token), recipient, 300, 2 ether + 1);
        payWithGas(ID, address(token), recipient, 300, 2 ether);
        vm.assertEq(vault.spendable(NATIVE), 1 ether, "spendable");
    }
}
