// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICausewayVault} from "../src/interfaces/ICausewayVault.sol";
import {VaultTest} from "./support/VaultTest.sol";
import {StorageWritingWallet, GasBurner, Refuser, ReturnBomb, RevertBomb} from "./support/Recipients.sol";

/// @dev Contracts as recipients of the native token, alone and as the middle payment of a batch.
contract CausewayVaultRecipientsTest is VaultTest {
    uint256 private constant RECIPIENT_GAS = 100_000;
    uint256 private constant OVERHEAD = 70_000;

    function test_paysASmartContractWalletThatWritesStorage() external {
        StorageWritingWallet wallet = new StorageWritingWallet();
        pay(ID, NATIVE, address(wallet), 1 ether);
        vm.assertEq(wallet.payments(), 1, "alone");

        assertPaid(payBatch(_batchWith(address(wallet))), "yyy");
        vm.assertEq(wallet.payments(), 2, "in a batch");
        vm.assertEq(address(wallet).balance, 2 ether, "balance");
    }

    function test_aRecipientThatRevertsIsNotPaidAndDoesNotStopABatch() external {
        _assertOthersArePaid(address(new Refuser()));
    }

    function test_aRecipientThatBurnsAllGasIsNotPaidAndDoesNotStopABatch() external {
        _assertOthersArePaid(address(new GasBurner()));
    }

    function test_aRecipientThatRevertsWithTooMuchDataIsNotPaidAndDoesNotStopABatch() external {
        _assertOthersArePaid(address(new RevertBomb()));
    }

    function test_aRecipientCannotUseMoreThanItsGas() external {
        address bomb = address(new ReturnBomb());
        _assertCostsItsGasAtMost(bomb);
        vm.assertEq(bomb.balance, 1 ether, "a recipient can return any data");

        _assertCostsItsGasAtMost(address(new RevertBomb()));
        _assertCostsItsGasAtMost(address(new GasBurner()));
    }

    function test_aBatchGivesEveryRecipientItsFullGasOrReverts(uint256 gasLimit) external {
        gasLimit = within(gasLimit, 100_000, 1_500_000);
        StorageWritingWallet wallet = new StorageWritingWallet();
        bytes memory call = abi.encodeCall(vault.payBatch, (_batchWith(address(wallet))));

        vm.prank(payer);
        (bool done, bytes memory result) = address(vault).call{gas: gasLimit}(call);

        if (done) assertPaid(abi.decode(result, (bool[])), "yyy");
        vm.assertEq(wallet.payments(), done ? 1 : 0, "payments");
        vm.assertEq(done || gasLimit < 1_000_000, true, "1,000,000 gas suffice");
    }

    function test_aRecipientThatBurnsGasTakesNoneFromTheOthers(uint256 gasLimit) external {
        gasLimit = within(gasLimit, 100_000, 2_500_000);
        ICausewayVault.Payment[] memory payments = new ICausewayVault.Payment[](4);
        StorageWritingWallet[2] memory wallets = [new StorageWritingWallet(), new StorageWritingWallet()];
        payments[0] = payment(0, NATIVE, address(new GasBurner()), 1 ether);
        payments[1] = payment(1, NATIVE, address(wallets[0]), 1 ether);
        payments[2] = payment(2, NATIVE, payments[0].to, 1 ether);
        payments[3] = payment(3, NATIVE, address(wallets[1]), 1 ether);

        vm.prank(payer);
        (bool done, bytes memory result) =
            address(vault).call{gas: gasLimit}(abi.encodeCall(vault.payBatch, (payments)));

        if (done) assertPaid(abi.decode(result, (bool[])), "nyny");
        for (uint256 i; i < 2; ++i) {
            vm.assertEq(wallets[i].payments(), done ? 1 : 0, "payments");
            vm.assertEq(vault.isPaid(payments[2 * i].id), false, "burner");
            vm.assertEq(vault.isPaid(payments[2 * i + 1].id), done, "wallet");
        }
        vm.assertEq(done || gasLimit < 1_500_000, true, "1,500,000 gas suffice");
    }

    function _batchWith(address middle) private returns (ICausewayVault.Payment[] memory payments) {
        payments = batchOf(3);
        payments[0] = payment(10, NATIVE, recipient, 1 ether);
        payments[1] = payment(11, NATIVE, middle, 1 ether);
        payments[2] = payment(12, NATIVE, account("another"), 1 ether);
    }

    function _assertOthersArePaid(address hostile) private {
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.NativeTransferFailed.selector));
        pay(ID, NATIVE, hostile, 1 ether);
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.NativeTransferFailed.selector));
        payWithGas(ID, address(token), hostile, 300, 1 ether);
        vm.assertEq(token.balanceOf(hostile), 0, "token without gas");
        vm.assertEq(vault.isPaid(ID), false, "isPaid without gas");

        vm.recordLogs();
        assertPaid(payBatch(_batchWith(hostile)), "yny");
        vm.assertEq(countPaid(), 2, "events");
        vm.assertEq(hostile.balance, 0, "hostile recipient");
        vm.assertEq(address(vault).balance, 98 ether, "vault");
        vm.assertEq(vault.isPaid(bytes32(uint256(11))), false, "isPaid");
    }

    function _assertCostsItsGasAtMost(address to) private {
        bytes memory call = abi.encodeCall(vault.pay, (keccak256(abi.encode(to)), NATIVE, to, 1 ether));
        vm.prank(payer);
        uint256 gasUsed = gasleft();
        (bool done,) = address(vault).call{gas: 1_000_000}(call);
        gasUsed -= gasleft();

        vm.assertEq(done, to.balance == 1 ether, "success means delivered");
        vm.assertGe(gasUsed, 80_000, "the recipient used most of its gas");
        vm.assertLe(gasUsed, RECIPIENT_GAS + OVERHEAD, "gas");
    }
}
