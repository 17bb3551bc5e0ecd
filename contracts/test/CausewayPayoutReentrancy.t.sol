// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICausewayPayout} from "../src/interfaces/ICausewayPayout.sol";
import {PayoutTest} from "./support/PayoutTest.sol";
import {ReentrantAccount} from "./support/Recipients.sol";
import {TestToken} from "../src/test-tokens/TestToken.sol";
import {HookToken} from "./support/Tokens.sol";

/// @dev Recipients and payers that call the contract during a payment.
contract CausewayPayoutReentrancyTest is PayoutTest {
    TestToken private hook = TestToken(address(new HookToken()));
    address private accomplice = account("accomplice");
    ReentrantAccount private reentrant;

    function setUp() public override {
        super.setUp();
        fund(hook, payer);
        reentrant = new ReentrantAccount();
        fund(hook, address(reentrant));
        fund(token, address(reentrant));
        vm.deal(address(reentrant), 10 ether);
    }

    function test_aRecipientThatPaysTheSameIdSpendsItsOwnTokens() external {
        _plan(ReentrantAccount.Moment.AfterReceiving, 0, _payCall(ID, address(token), accomplice, 50));

        pay(ID, address(hook), address(reentrant), 300);

        vm.assertEq(reentrant.succeeded(), true, "inner payment");
        vm.assertEq(hook.balanceOf(payer), 700, "payer");
        vm.assertEq(token.balanceOf(accomplice), 50, "accomplice");
        vm.assertEq(token.balanceOf(payer), 1_000, "the payer's other tokens");
        vm.assertEq(payout.isPaid(payer, ID) && payout.isPaid(address(reentrant), ID), true, "isPaid");
    }

    function test_aRecipientThatForwardsTheTokensAtOnceIsNotPaid() external {
        bytes memory passOn = abi.encodeCall(hook.transfer, (accomplice, 300));
        reentrant.plan(ReentrantAccount.Moment.AfterReceiving, address(hook), 0, passOn);

        vm.expectRevert(abi.encodeWithSelector(ICausewayPayout.WrongAmountReceived.selector, 300, 0));
        pay(ID, address(hook), address(reentrant), 300);
    }

    function test_aRecipientThatStartsABatchDuringAPaymentSpendsItsOwnTokens() external {
        ICausewayPayout.Payment[] memory inner = _toAccomplice(2);
        _plan(ReentrantAccount.Moment.AfterReceiving, 0, abi.encodeCall(payout.payBatch, (inner)));

        pay(ID, address(hook), address(reentrant), 300);

        vm.assertEq(reentrant.succeeded(), true, "inner batch");
        vm.assertEq(hook.balanceOf(payer), 700, "payer");
        vm.assertEq(token.balanceOf(accomplice), 20, "accomplice");
        vm.assertEq(token.balanceOf(payer), 1_000, "the payer's other tokens");
    }

    function test_aRecipientCannotStartABatchInsideABatch() external {
        _plan(ReentrantAccount.Moment.AfterReceiving, 0, abi.encodeCall(payout.payBatch, (_toAccomplice(2))));
        ICausewayPayout.Payment[] memory payments = batchOf(3);
        payments[1] = payment(1, address(hook), address(reentrant), 300);

        expectPaid(payer, payments[0].id, payments[0].to, address(token), 10);
        expectPaid(payer, payments[1].id, address(reentrant), address(hook), 300);
        expectPaid(payer, payments[2].id, payments[2].to, address(token), 10);
        assertPaid(payBatch(payments), "yyy");

        vm.assertEq(reentrant.reacted() && !reentrant.succeeded(), true, "a batch cannot start inside a payment of a batch");
        vm.assertEq(hook.balanceOf(payer), 700, "payer");
        vm.assertEq(token.balanceOf(payer), 980, "the payer's other tokens");
        vm.assertEq(token.balanceOf(accomplice), 0, "accomplice");
    }

    function test_anEmptyBatchInsideABatchDoesNotChangeThePayer() external {
        ICausewayPayout.Payment[] memory none = new ICausewayPayout.Payment[](0);
        _plan(ReentrantAccount.Moment.AfterReceiving, 0, abi.encodeCall(payout.payBatch, (none)));
        ICausewayPayout.Payment[] memory payments = batchOf(2);
        payments[0] = payment(0, address(hook), address(reentrant), 300);

        expectPaid(payer, payments[0].id, address(reentrant), address(hook), 300);
        expectPaid(payer, payments[1].id, payments[1].to, address(token), 10);
        assertPaid(payBatch(payments), "yy");

        vm.assertEq(reentrant.succeeded(), true, "inner batch");
        vm.assertEq(token.balanceOf(address(reentrant)), 1_000, "reentrant");
    }

    function test_aReentrantNativeRecipientSpendsItsOwnValue() external {
        _plan(ReentrantAccount.Moment.AfterReceiving, 2 ether, _payCall(ID, NATIVE, accomplice, 2 ether));
        ICausewayPayout.Payment[] memory payments = batchOf(3);
        payments[0] = payment(0, NATIVE, address(reentrant), 3 ether);
        payments[1] = payment(1, NATIVE, recipient, 4 ether);

        assertPaid(payBatch(payments), "yyy");

        vm.assertEq(reentrant.succeeded(), true, "inner payment");
        vm.assertEq(address(reentrant).balance, 11 ether, "reentrant");
        vm.assertEq(accomplice.balance, 2 ether, "accomplice");
        vm.assertEq(recipient.balance, 4 ether, "recipient");
        vm.assertEq(payer.balance, 93 ether, "payer");
        assertHoldsNothing(token);
    }

    function test_aReentrantRecipientCannotSpendTheValueOfTheBatch() external {
        _plan(ReentrantAccount.Moment.AfterReceiving, 0, _payCall(ID, NATIVE, accomplice, 4 ether));
        ICausewayPayout.Payment[] memory payments = batchOf(2);
        payments[0] = payment(0, NATIVE, address(reentrant), 3 ether);
        payments[1] = payment(1, NATIVE, recipient, 4 ether);

        assertPaid(payBatch(payments), "yy");

        vm.assertEq(reentrant.succeeded(), false, "inner payment");
        vm.assertEq(accomplice.balance, 0, "accomplice");
        vm.assertEq(recipient.balance, 4 ether, "recipient");
    }

    function test_aReentrantPayerCannotPayAnIdTwice() external {
        _plan(ReentrantAccount.Moment.BeforeSending, 0, _payCall(ID, address(hook), accomplice, 50));

        reentrant.act(address(payout), 0, _payCall(ID, address(hook), recipient, 300));

        vm.assertEq(reentrant.reacted(), true, "reacted");
        vm.assertEq(reentrant.succeeded(), false, "inner payment");
        vm.assertEq(hook.balanceOf(recipient), 300, "recipient");
        vm.assertEq(hook.balanceOf(accomplice), 0, "accomplice");
    }

    function test_aReentrantPayerGetsTheUnspentPartOnce() external {
        ICausewayPayout.Payment[] memory payments = new ICausewayPayout.Payment[](1);
        payments[0] = payment(0, NATIVE, address(payout), 5 ether);
        _plan(ReentrantAccount.Moment.AfterReceiving, 0, abi.encodeCall(payout.payBatch, (payments)));
        vm.deal(address(payout), 5 ether);

        reentrant.act(address(payout), 5 ether, abi.encodeCall(payout.payBatch, (payments)));

        vm.assertEq(reentrant.reacted(), true, "reacted");
        vm.assertEq(address(reentrant).balance, 10 ether, "reentrant");
        vm.assertEq(address(payout).balance, 5 ether, "forced into the contract");
    }

    function _plan(ReentrantAccount.Moment moment, uint256 value, bytes memory data) private {
        reentrant.plan(moment, address(payout), value, data);
    }

    function _payCall(bytes32 id, address asset, address to, uint256 amount) private view returns (bytes memory) {
        return abi.encodeCall(payout.pay, (id, asset, to, amount));
    }

    function _toAccomplice(uint256 count) private view returns (ICausewayPayout.Payment[] memory payments) {
        payments = new ICausewayPayout.Payment[](count);
        for (uint256 i; i < count; ++i) {
            payments[i] = payment(i, address(token), accomplice, 10);
        }
    }
}
