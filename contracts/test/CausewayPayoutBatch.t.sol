// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICausewayPayout} from "../src/interfaces/ICausewayPayout.sol";
import {PayoutTest} from "./support/PayoutTest.sol";
import {Refuser} from "./support/Recipients.sol";
import {GasDemandingToken} from "./support/Tokens.sol";

contract CausewayPayoutBatchTest is PayoutTest {
    function test_paysEveryTransferOfABatch() external {
        ICausewayPayout.Payment[] memory payments = batchOf(4);
        payments[1] = payment(1, NATIVE, recipient, 2 ether);
        payments[3] = payment(3, NATIVE, recipient, 5 ether);

        vm.recordLogs();
        assertPaid(payBatch(payments), "yyyy");

        vm.assertEq(countPaid(), 4, "events");
        vm.assertEq(token.balanceOf(payer), 980, "the payer's tokens");
        vm.assertEq(token.balanceOf(payments[0].to), 10, "first");
        vm.assertEq(token.balanceOf(payments[2].to), 10, "third");
        vm.assertEq(payer.balance, 93 ether, "the payer's native token");
        vm.assertEq(recipient.balance, 7 ether, "second and fourth");
        assertHoldsNothing(token);
    }

    function test_aBatchPaysInItsCallersName() external {
        ICausewayPayout.Payment[] memory payments = batchOf(2);

        expectPaid(payer, payments[0].id, payments[0].to, address(token), 10);
        expectPaid(payer, payments[1].id, payments[1].to, address(token), 10);
        payBatch(payments);

        vm.assertEq(payout.isPaid(payer, payments[1].id), true, "isPaid");
        vm.expectRevert(abi.encodeWithSelector(ICausewayPayout.AlreadyPaid.selector, payer, payments[1].id));
        pay(payments[1].id, address(token), recipient, 10);
    }

    function test_anEmptyBatchDoesNothing() external {
        assertPaid(payBatch(new ICausewayPayout.Payment[](0)), "");
    }

    function test_skipsPaidIds() external {
        ICausewayPayout.Payment[] memory payments = batchOf(3);
        pay(payments[1].id, address(token), recipient, 10);

        assertPaid(payBatch(payments), "yny");
        assertPaid(payBatch(payments), "nnn");

        vm.assertEq(token.balanceOf(payments[1].to), 0, "not again");
        vm.assertEq(token.balanceOf(payer), 970, "payer");
    }

    function test_paysADuplicateIdOnce() external {
        ICausewayPayout.Payment[] memory payments = batchOf(3);
        payments[0] = payments[2] = payment(5, NATIVE, recipient, 1 ether);

        assertPaid(payBatch(payments), "yyn");

        vm.assertEq(recipient.balance, 1 ether, "recipient");
        vm.assertEq(payer.balance, 99 ether, "payer");
    }

    function test_skipsRefusedPayments() external {
        ICausewayPayout.Payment[] memory payments = batchOf(6);
        payments[0].to = address(0);
        payments[1].to = payer;
        payments[2] = payment(2, NATIVE, address(payout), 1 ether);
        payments[3].amount = 0;
        payments[4].amount = 1_001;

        assertPaid(payBatch(payments), "nnnnny");
        vm.assertEq(payer.balance, 100 ether, "payer");
    }

    function test_returnsTheNativeTokenOfFailedPayments() external {
        ICausewayPayout.Payment[] memory payments = batchOf(3);
        payments[0] = payment(0, NATIVE, address(new Refuser()), 7 ether);
        payments[2] = payment(2, NATIVE, recipient, 2 ether);

        assertPaid(payBatch(payments), "nyy");

        vm.assertEq(payer.balance, 98 ether, "payer");
        vm.assertEq(recipient.balance, 2 ether, "recipient");
        assertHoldsNothing(token);
    }

    function test_keepsNativeTokenThatWasForcedIntoTheContract() external {
        vm.deal(address(payout), 9 ether);
        ICausewayPayout.Payment[] memory payments = batchOf(2);
        payments[0] = payment(0, NATIVE, address(new Refuser()), 1 ether);
        payments[1] = payment(1, NATIVE, recipient, 2 ether);

        assertPaid(payBatch(payments), "ny");

        vm.assertEq(payer.balance, 98 ether, "payer");
        vm.assertEq(address(payout).balance, 9 ether, "contract");
    }

    function test_revertsWhenThePayerRefusesTheUnspentPart() external {
        address refuser = address(new Refuser());
        vm.deal(refuser, 1 ether);
        ICausewayPayout.Payment[] memory payments = new ICausewayPayout.Payment[](1);
        payments[0] = payment(0, NATIVE, address(new Refuser()), 1 ether);

        vm.expectRevert(abi.encodeWithSelector(ICausewayPayout.NativeTransferFailed.selector));
        vm.prank(refuser);
        payout.payBatch{value: 1 ether}(payments);
    }

    function test_refusesAValueThatIsNotTheSumOfTheNativeAmounts(uint256 value) external {
        value = within(value, 0, 100 ether);
        vm.assume(value != 5 ether);
        ICausewayPayout.Payment[] memory payments = batchOf(3);
        payments[0] = payment(0, NATIVE, recipient, 2 ether);
        payments[2] = payment(2, NATIVE, recipient, 3 ether);

        vm.expectRevert(abi.encodeWithSelector(ICausewayPayout.WrongValue.selector, 5 ether, value));
        vm.prank(payer);
        payout.payBatch{value: value}(payments);
    }

    function test_refusesNativeAmountsThatOverflow() external {
        ICausewayPayout.Payment[] memory payments = new ICausewayPayout.Payment[](2);
        payments[0] = payment(0, NATIVE, recipient, type(uint256).max);
        payments[1] = payment(1, NATIVE, recipient, 2);

        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x11));
        vm.prank(payer);
        payout.payBatch{value: 1}(payments);
    }

    function test_anotherPayersBatchCannotUseUpIds() external {
        address otherPayer = account("other payer");
        fund(token, otherPayer);
        ICausewayPayout.Payment[] memory payments = batchOf(3);
        vm.prank(otherPayer);
        assertPaid(payout.payBatch(payments), "yyy");

        vm.assertEq(token.balanceOf(payer), 1_000, "payer");
        assertPaid(payBatch(payments), "yyy");
    }

    /// @dev A batch either reverts or pays all: it never skips a payment for lack of gas.
    function test_aBatchThatRunsShortOfGasRevertsAsAWhole(uint256 gasLimit) external {
        gasLimit = within(gasLimit, 30_000, 1_500_000);
        GasDemandingToken demanding = new GasDemandingToken();
        fund(demanding, payer);
        ICausewayPayout.Payment[] memory payments = batchOf(4);
        payments[1].token = payments[3].token = address(demanding);
        bytes memory call = abi.encodeCall(payout.payBatch, (payments));

        vm.prank(payer);
        (bool done, bytes memory result) = address(payout).call{gas: gasLimit}(call);

        if (done) assertPaid(abi.decode(result, (bool[])), "yyyy");
        else vm.assertEq(payout.isPaid(payer, payments[0].id), false, "isPaid");
        vm.assertEq(done || gasLimit < 1_000_000, true, "1,000,000 gas suffice");
        vm.assertEq(done && gasLimit < 500_000, false, "500,000 gas do not suffice");
    }

    function test_everyPaymentHasTheSameGasForAnyGasLimit(uint256 gasLimit) external {
        gasLimit = within(gasLimit, 500_000, 540_000);
        GasDemandingToken demanding = new GasDemandingToken();
        fund(demanding, payer);
        // The first payment also pays for the first access to every account, so the second is the reference.
        _payDemanding(demanding, 0, 2_000_000);
        _payDemanding(demanding, 1, 2_000_000);
        uint256 enough = demanding.gasGiven();

        bool done = _payDemanding(demanding, 2, gasLimit);
        vm.assertEq(demanding.gasGiven(), enough, "the gas of a payment");
        vm.assertEq(done || gasLimit < 535_000, true, "535,000 gas suffice");
    }

    function _payDemanding(GasDemandingToken demanding, uint256 id, uint256 gasLimit) private returns (bool done) {
        ICausewayPayout.Payment[] memory payments = new ICausewayPayout.Payment[](1);
        payments[0] = payment(id, address(demanding), recipient, 10);
        vm.prank(payer);
        (done,) = address(payout).call{gas: gasLimit}(abi.encodeCall(payout.payBatch, (payments)));
    }
}
