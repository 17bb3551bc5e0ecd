// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ICausewayPayout} from "../src/interfaces/ICausewayPayout.sol";
import {PayoutTest} from "./support/PayoutTest.sol";

contract CausewayPayoutPayTest is PayoutTest {
    address private otherPayer = account("other payer");

    function setUp() public override {
        super.setUp();
        vm.deal(otherPayer, 100 ether);
        fund(token, otherPayer);
    }

    function test_paysATokenStraightToTheRecipient() external {
        expectPaid(payer, ID, recipient, address(token), 300);
        pay(ID, address(token), recipient, 300);

        vm.assertEq(token.balanceOf(payer), 700, "payer");
        vm.assertEq(token.balanceOf(recipient), 300, "recipient");
        vm.assertEq(payout.isPaid(payer, ID), true, "isPaid");
        assertHoldsNothing(token);
    }

    function test_paysTheNativeTokenStraightToTheRecipient() external {
        expectPaid(payer, ID, recipient, NATIVE, 3 ether);
        pay(ID, NATIVE, recipient, 3 ether);

        vm.assertEq(payer.balance, 97 ether, "payer");
        vm.assertEq(recipient.balance, 3 ether, "recipient");
        vm.assertEq(payout.isPaid(payer, ID), true, "isPaid");
        assertHoldsNothing(token);
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

        bytes memory alreadyPaid = abi.encodeWithSelector(ICausewayPayout.AlreadyPaid.selector, payer, ID);
        vm.expectRevert(alreadyPaid);
        pay(ID, address(token), recipient, 300);
        vm.expectRevert(alreadyPaid);
        pay(ID, NATIVE, account("another account"), 5);

        vm.assertEq(token.balanceOf(recipient), 300, "recipient");
    }

    function test_payingOneIdLeavesOtherIdsUnpaid(bytes32 other) external {
        vm.assume(other != ID);
        pay(ID, address(token), recipient, 300);

        vm.assertEq(payout.isPaid(payer, other), false, "isPaid");
        pay(other, address(token), recipient, 300);
        vm.assertEq(token.balanceOf(recipient), 600, "recipient");
    }

    function test_anotherPayerCannotUseUpAnId() external {
        vm.prank(otherPayer);
        payout.pay(ID, address(token), recipient, 1);

        vm.assertEq(payout.isPaid(otherPayer, ID), true, "otherPayer");
        vm.assertEq(payout.isPaid(payer, ID), false, "payer");
        pay(ID, address(token), recipient, 300);
        vm.assertEq(token.balanceOf(payer), 700, "the payer's balance");
    }

    function test_spendsOnlyTheCallersAllowance() external {
        address thief = account("thief");
        vm.prank(thief);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(payout), 0, 300)
        );
        payout.pay(ID, address(token), recipient, 300);
    }

    function test_aFailedPaymentCanBeMadeLater() external {
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(payout), 1_000, 1_001)
        );
        pay(ID, address(token), recipient, 1_001);

        vm.assertEq(payout.isPaid(payer, ID), false, "isPaid");
        pay(ID, address(token), recipient, 1_000);
        vm.assertEq(token.balanceOf(recipient), 1_000, "recipient");
    }

    function test_refusesAnAmountOfZero() external {
        vm.expectRevert(abi.encodeWithSelector(ICausewayPayout.ZeroAmount.selector));
        pay(ID, address(token), recipient, 0);
        vm.expectRevert(abi.encodeWithSelector(ICausewayPayout.ZeroAmount.selector));
        pay(ID, NATIVE, recipient, 0);
    }

    function test_refusesTheZeroAddressItselfAndThePayerAsRecipient() external {
        address[3] memory bad = [address(0), address(payout), payer];
        for (uint256 i; i < bad.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(ICausewayPayout.BadRecipient.selector, bad[i]));
            pay(ID, address(token), bad[i], 300);
            vm.expectRevert(abi.encodeWithSelector(ICausewayPayout.BadRecipient.selector, bad[i]));
            pay(ID, NATIVE, bad[i], 300);
        }
    }

    function test_refusesANativePaymentUnlessTheValueIsTheAmount(uint256 amount, uint256 value) external {
        amount = within(amount, 1, 100 ether);
        value = within(value, 0, 100 ether);
        vm.assume(amount != value);

        vm.expectRevert(abi.encodeWithSelector(ICausewayPayout.WrongValue.selector, amount, value));
        vm.prank(payer);
        payout.pay{value: value}(ID, NATIVE, recipient, amount);
    }

    function test_refusesATokenPaymentThatCarriesNativeValue(uint256 value) external {
        value = within(value, 1, 100 ether);

        vm.expectRevert(abi.encodeWithSelector(ICausewayPayout.WrongValue.selector, 0, value));
        vm.prank(payer);
        payout.pay{value: value}(ID, address(token), recipient, 300);
    }

    function test_refusesAPlainNativeTransfer() external {
        vm.prank(payer);
        (bool sent,) = address(payout).call{value: 1 ether}("");
        vm.assertEq(sent, false, "sent");
    }

    function test_recipientReceivesTheAmountOfTheEvent(bytes32 id, address to, uint256 amount, bool native) external {
        amount = within(amount, 1, native ? 100 ether : 1_000);
        vm.assume(to.code.length == 0 && to > address(0xffff) && to != payer);
        address asset = native ? NATIVE : address(token);
        uint256 before = to.balance + token.balanceOf(to);

        expectPaid(payer, id, to, asset, amount);
        pay(id, asset, to, amount);

        vm.assertEq(to.balance + token.balanceOf(to) - before, amount, "recipient");
        assertHoldsNothing(token);
    }
}
