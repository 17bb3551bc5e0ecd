// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICausewayVault} from "../src/interfaces/ICausewayVault.sol";
import {VaultTest} from "./support/VaultTest.sol";
import {GasDemandingToken} from "./support/Tokens.sol";

contract CausewayVaultBatchTest is VaultTest {
    function test_paysEveryTransferOfABatch() external {
        ICausewayVault.Payment[] memory payments = batchOf(4);
        payments[1] = payment(1, NATIVE, recipient, 2 ether);
        payments[3] = payment(3, NATIVE, recipient, 5 ether);

        vm.recordLogs();
        assertPaid(payBatch(payments), "yyyy");

        vm.assertEq(countPaid(), 4, "events");
        vm.assertEq(token.balanceOf(address(vault)), 980, "the vault's tokens");
        vm.assertEq(token.balanceOf(payments[0].to), 10, "first");
        vm.assertEq(token.balanceOf(payments[2].to), 10, "third");
        vm.assertEq(address(vault).balance, 93 ether, "the vault's native token");
        vm.assertEq(recipient.balance, 7 ether, "second and fourth");
    }

    function test_aBatchPaysInTheNameOfItsCaller() external {
        ICausewayVault.Payment[] memory payments = batchOf(2);

        expectPaid(payer, payments[0].id, payments[0].to, address(token), 10);
        expectPaid(payer, payments[1].id, payments[1].to, address(token), 10);
        payBatch(payments);

        vm.assertEq(vault.isPaid(payments[1].id), true, "isPaid");
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.AlreadyPaid.selector, payments[1].id));
        pay(payments[1].id, address(token), recipient, 10);
    }

    function test_anEmptyBatchDoesNothing() external {
        assertPaid(payBatch(new ICausewayVault.Payment[](0)), "");
    }

    function test_skipsPaidIds() external {
        ICausewayVault.Payment[] memory payments = batchOf(3);
        pay(payments[1].id, address(token), recipient, 10);

        assertPaid(payBatch(payments), "yny");
        assertPaid(payBatch(payments), "nnn");

        vm.assertEq(token.balanceOf(payments[1].to), 0, "not again");
        vm.assertEq(token.balanceOf(address(vault)), 970, "vault");
    }

    function test_paysADuplicateIdOnce() external {
        ICausewayVault.Payment[] memory payments = batchOf(3);
        payments[0] = payments[2] = payment(5, NATIVE, recipient, 1 ether);

        assertPaid(payBatch(payments), "yyn");

        vm.assertEq(recipient.balance, 1 ether, "recipient");
        vm.assertEq(address(vault).balance, 99 ether, "vault");
    }

    function test_skipsRefusedPayments() external {
        ICausewayVault.Payment[] memory payments = batchOf(6);
        payments[0].to = address(0);
        payments[1].token = recipient;
        payments[2] = payment(2, NATIVE, address(vault), 1 ether);
        payments[3].amount = 0;
        payments[4].amount = 1_001;

        assertPaid(payBatch(payments), "nnnnny");
        vm.assertEq(address(vault).balance, 100 ether, "vault");
    }

    function test_theRecordOfIdsBelongsToTheVault() external {
        ICausewayVault.Payment[] memory payments = batchOf(3);
        vm.prank(otherPayer);
        assertPaid(vault.payBatch(payments), "yyy");

        assertPaid(payBatch(payments), "nnn");
        vm.assertEq(token.balanceOf(address(vault)), 970, "vault");
    }

    function test_refusesABatchOfAnyOtherAccount() external {
        address[3] memory others = [account("thief"), owner, guardian];
        for (uint256 i; i < others.length; ++i) {
            expectUnauthorized(others[i]);
            vault.payBatch(batchOf(0));
        }
    }

    function test_onlyTheVaultMakesAPaymentOfABatch() external {
        address[3] memory others = [payer, owner, account("thief")];
        for (uint256 i; i < others.length; ++i) {
            expectUnauthorized(others[i]);
            vault.payOfBatch(payer, payment(0, NATIVE, recipient, 1 ether));
        }
    }

    function test_refusesABatchWhilePaused() external {
        vm.prank(guardian);
        vault.pause();
        ICausewayVault.Payment[] memory payments = batchOf(1);
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.PaymentsPaused.selector));
        payBatch(payments);
    }

    function test_skipsPaymentsAboveACap() external {
        setCap(address(token), 10, 25);
        ICausewayVault.Payment[] memory payments = batchOf(5);
        payments[1].amount = 11;
        payments[4].amount = 5;

        assertPaid(payBatch(payments), "ynyny");
        vm.assertEq(vault.spendable(address(token)), 0, "spendable");
    }

    function test_refusesABatchWithTooLittleGas() external {
        bytes memory call = abi.encodeCall(vault.payBatch, (batchOf(1)));
        vm.prank(payer);
        (bool done, bytes memory result) = address(vault).call{gas: 500_000}(call);
        vm.assertEq(done, false, "done");
        vm.assertEq(result, abi.encodeWithSelector(ICausewayVault.NotEnoughGas.selector), "reason");
    }

    /// @dev A batch either reverts or pays all: it never skips a payment for lack of gas.
    function test_aBatchThatRunsShortOfGasRevertsAsAWhole(uint256 gasLimit) external {
        gasLimit = within(gasLimit, 30_000, 1_500_000);
        GasDemandingToken demanding = new GasDemandingToken();
        fund(demanding);
        ICausewayVault.Payment[] memory payments = batchOf(4);
        payments[1].token = payments[3].token = address(demanding);
        bytes memory call = abi.encodeCall(vault.payBatch, (payments));

        vm.prank(payer);
        (bool done, bytes memory result) = address(vault).call{gas: gasLimit}(call);

        if (done) assertPaid(abi.decode(result, (bool[])), "yyyy");
        else vm.assertEq(vault.isPaid(payments[0].id), false, "isPaid");
        vm.assertEq(done || gasLimit < 1_000_000, true, "1,000,000 gas suffice");
        vm.assertEq(done && gasLimit < 500_000, false, "500,000 gas do not suffice");
    }

    function test_everyPaymentHasTheSameGasForAnyGasLimit(uint256 gasLimit) external {
        gasLimit = within(gasLimit, 500_000, 545_000);
        GasDemandingToken demanding = new GasDemandingToken();
        fund(demanding);
        // The first payment also pays for the first access to every account, so the second is the reference.
        _payDemanding(demanding, 0, 2_000_000);
        _payDemanding(demanding, 1, 2_000_000);
        uint256 enough = demanding.gasGiven();

        bool done = _payDemanding(demanding, 2, gasLimit);
        vm.assertEq(demanding.gasGiven(), enough, "the gas of a payment");
        vm.assertEq(done || gasLimit < 540_000, true, "535,000 gas suffice");
    }

    function _payDemanding(GasDemandingToken demanding, uint256 id, uint256 gasLimit) private returns (bool done) {
        ICausewayVault.Payment[] memory payments = new ICausewayVault.Payment[](1);
        payments[0] = payment(id, address(demanding), recipient, 10);
        vm.prank(payer);
        (done,) = address(vault).call{gas: gasLimit}(abi.encodeCall(vault.payBatch, (payments)));
    }
}
