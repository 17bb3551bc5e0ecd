// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICausewayVault} from "../src/interfaces/ICausewayVault.sol";
import {CausewayVault} from "../src/CausewayVault.sol";
import {ICausewayVaultOwner} from "../src/interfaces/ICausewayVaultOwner.sol";
import {TestToken} from "../src/test-tokens/TestToken.sol";
import {ReentrantAccount} from "./support/Recipients.sol";
import {HookToken} from "./support/Tokens.sol";
import {VaultTest} from "./support/VaultTest.sol";

/// @dev A contract that is the recipient, a payer or the owner, and calls the vault during a payment.
contract CausewayVaultReentrancyTest is VaultTest {
    TestToken private hook = TestToken(address(new HookToken()));
    address private accomplice = account("accomplice");
    ReentrantAccount private reentrant = new ReentrantAccount();

    function setUp() public override {
        super.setUp();
        fund(hook);
    }

    function test_aRecipientThatIsNoPayerCannotPay() external {
        _plan(_payCall(bytes32("inner"), NATIVE, accomplice, 1 ether));
        pay(ID, address(hook), address(reentrant), 300);

        vm.assertEq(reentrant.reacted() && !reentrant.succeeded(), true, "inner payment");
        vm.assertEq(accomplice.balance, 0, "accomplice");
    }

    function test_aPayerCannotPayAnIdAgainWhileItIsPaid() external {
        _makePayer();
        _plan(_payCall(ID, address(token), accomplice, 50));
        pay(ID, address(hook), address(reentrant), 300);

        vm.assertEq(reentrant.reacted() && !reentrant.succeeded(), true, "inner payment");
        vm.assertEq(token.balanceOf(accomplice), 0, "accomplice");
    }

    function test_aPaymentInsideAPaymentCountsAgainstTheWindow() external {
        _makePayer();
        setCap(NATIVE, 3 ether, 5 ether);
        _plan(_payCall(bytes32("inner"), NATIVE, accomplice, 3 ether));
        pay(ID, NATIVE, address(reentrant), 3 ether);
        vm.assertEq(reentrant.reacted() && !reentrant.succeeded(), true, "6 of 5 ether");

        _plan(_payCall(bytes32("inner"), NATIVE, accomplice, 1 ether));
        pay(bytes32("outer"), NATIVE, address(reentrant), 1 ether);
        vm.assertEq(reentrant.succeeded(), true, "5 of 5 ether");
        vm.assertEq(vault.spendable(NATIVE), 0, "spendable");
    }

    function test_aPaymentOfAnotherPayerInsideABatchHasItsOwnName() external {
        _makePayer();
        _plan(_payCall(bytes32("inner"), NATIVE, accomplice, 1 ether));
        ICausewayVault.Payment[] memory payments = batchOf(2);
        payments[0] = payment(0, address(hook), address(reentrant), 300);

        expectPaid(address(reentrant), bytes32("inner"), accomplice, NATIVE, 1 ether);
        expectPaid(payer, payments[0].id, address(reentrant), address(hook), 300);
        expectPaid(payer, payments[1].id, payments[1].to, address(token), 10);
        assertPaid(payBatch(payments), "yy");
    }

    function test_anEmptyBatchInsideABatchDoesNotChangeThePayer() external {
        _makePayer();
        _plan(abi.encodeCall(vault.payBatch, (new ICausewayVault.Payment[](0))));
        ICausewayVault.Payment[] memory payments = batchOf(2);
        payments[0] = payment(0, address(hook), address(reentrant), 300);

        expectPaid(payer, payments[0].id, address(reentrant), address(hook), 300);
        expectPaid(payer, payments[1].id, payments[1].to, address(token), 10);
        assertPaid(payBatch(payments), "yy");
        vm.assertEq(reentrant.succeeded(), true, "inner batch");
    }

    function test_aBatchInsideAPaymentPaysOtherIdsOnly() external {
        _planBatchWithSameId();
        expectPaid(payer, ID, address(reentrant), address(hook), 300);
        pay(ID, address(hook), address(reentrant), 300);
        vm.assertEq(token.balanceOf(address(vault)), 990, "vault");
    }

    /// @dev So no batch changes the payer of a batch around it.
    function test_aBatchInsideABatchHasTooLittleGas() external {
        _makePayer();
        _plan(abi.encodeCall(vault.payBatch, (batchOf(2))));
        ICausewayVault.Payment[] memory outer = batchOf(2);
        outer[0] = payment(5, address(hook), address(reentrant), 300);
        assertPaid(payBatch(outer), "yy");
        vm.assertEq(reentrant.reacted() && !reentrant.succeeded(), true, "inner batch");
        vm.assertEq(vault.isPaid(bytes32(0)), false, "inner payment");
    }

    function test_aPayerCannotPayAnIdAgainDuringItsTokenOrItsGas() external {
        _makePayer();
        for (uint256 i; i < 4; ++i) {
            bytes32 id = bytes32(i + 1);
            bool native = i % 2 == 0;
            bytes memory gasCall = abi.encodeCall(vault.payWithGas, (id, address(token), accomplice, 50, 1 ether));
            _plan(native ? _payCall(id, NATIVE, accomplice, 1 ether) : gasCall);
            payWithGas(id, i < 2 ? address(hook) : address(token), address(reentrant), 100, 1 ether);
            vm.assertEq(reentrant.reacted() && !reentrant.succeeded(), true, i < 2 ? "during the token" : "during the gas");
        }
        vm.assertEq(accomplice.balance, 0, "accomplice");
    }

    function test_aPaymentWithGasInsideAPaymentWithGasHasItsOwnIdAndEvents() external {
        _makePayer();
        _plan(abi.encodeCall(vault.payWithGas, (bytes32("inner"), address(token), accomplice, 50, 1 ether)));

        expectPaid(address(reentrant), bytes32("inner"), accomplice, address(token), 50);
        expectPaid(address(reentrant), bytes32("inner"), accomplice, NATIVE, 1 ether);
        expectPaid(payer, ID, address(reentrant), address(hook), 300);
        expectPaid(payer, ID, address(reentrant), NATIVE, 2 ether);
        payWithGas(ID, address(hook), address(reentrant), 300, 2 ether);
    }

    function test_aBatchBetweenATokenAndItsGasPaysOtherIdsOnly() external {
        _planBatchWithSameId();
        expectPaid(payer, ID, address(reentrant), address(hook), 300);
        expectPaid(payer, ID, address(reentrant), NATIVE, 1 ether);
        payWithGas(ID, address(hook), address(reentrant), 300, 1 ether);
        vm.assertEq(token.balanceOf(address(vault)), 990, "vault");
    }

    function test_aRecipientCannotSpendTheWindowOfItsOwnGas() external {
        _makePayer();
        setCap(NATIVE, 1 ether, 1 ether);
        _plan(_payCall(bytes32("inner"), NATIVE, accomplice, 1 ether));
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.AboveWindowCap.selector, NATIVE, 1 ether, 0));
        payWithGas(ID, address(hook), address(reentrant), 300, 1 ether);
        vm.assertEq(vault.isPaid(ID) || vault.isPaid(bytes32("inner")), false, "isPaid");
    }

    function test_aRecipientThatForwardsTheTokensAtOnceIsNotPaid() external {
        reentrant.plan(
            ReentrantAccount.Trigger.AfterReceiving, address(hook), 0, abi.encodeCall(hook.transfer, (accomplice, 300))
        );
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.WrongAmountMoved.selector, 300, 300, 0));
        pay(ID, address(hook), address(reentrant), 300);
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.WrongAmountMoved.selector, 300, 300, 0));
        payWithGas(ID, address(hook), address(reentrant), 300, 1 ether);
    }

    function test_aPauseDuringABatchStopsTheRest() external {
        vault = _vaultWith({owner_: owner, guardian_: address(reentrant)});
        _plan(abi.encodeCall(vault.pause, ()));
        ICausewayVault.Payment[] memory payments = batchOf(3);
        payments[1] = payment(1, NATIVE, address(reentrant), 1 ether);
        assertPaid(payBatch(payments), "yyn");
    }

    function test_anOwnerThatWithdrawsDuringAPaymentUndoesIt() external {
        vault = _vaultWith({owner_: address(reentrant), guardian_: guardian});
        bytes memory action = abi.encodeCall(vault.withdraw, (address(hook), accomplice, 100));
        reentrant.act(address(vault), 0, abi.encodeCall(vault.schedule, (action)));
        vm.warp(vault.readyAt(action));
        _plan(abi.encodeCall(vault.execute, (action)));

        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.WrongAmountMoved.selector, 300, 400, 300));
        pay(ID, address(hook), address(reentrant), 300);
        vm.assertEq(hook.balanceOf(accomplice), 0, "accomplice");
    }

    function test_aRecipientOfAWithdrawalCannotExecuteItAgain() external {
        vault = _vaultWith({owner_: address(reentrant), guardian_: guardian});
        bytes memory action = abi.encodeCall(vault.withdraw, (NATIVE, address(reentrant), 10 ether));
        reentrant.act(address(vault), 0, abi.encodeCall(vault.schedule, (action)));
        vm.warp(vault.readyAt(action));
        _plan(abi.encodeCall(vault.execute, (action)));
        reentrant.act(address(vault), 0, abi.encodeCall(vault.execute, (action)));

        vm.assertEq(reentrant.reacted() && !reentrant.succeeded(), true, "inner execution");
        vm.assertEq(address(reentrant).balance, 10 ether, "reentrant");
    }

    function _vaultWith(address owner_, address guardian_) private returns (CausewayVault made) {
        address[] memory payers = new address[](1);
        payers[0] = payer;
        ICausewayVaultOwner.TokenCap[] memory caps = new ICausewayVaultOwner.TokenCap[](3);
        caps[0] = ICausewayVaultOwner.TokenCap(NATIVE, MOST, MOST);
        caps[1] = ICausewayVaultOwner.TokenCap(address(hook), MOST, MOST);
        caps[2] = ICausewayVaultOwner.TokenCap(address(token), MOST, MOST);
        made = new CausewayVault(owner_, guardian_, payers, DELAY, WINDOW, caps);
        vm.deal(address(made), 100 ether);
        hook.mint(address(made), 1_000);
        token.mint(address(made), 1_000);
    }

    /// @dev Plans a batch of the id under way and of another id, which alone is paid.
    function _planBatchWithSameId() private {
        _makePayer();
        ICausewayVault.Payment[] memory inner = batchOf(2);
        inner[0].id = ID;
        _plan(abi.encodeCall(vault.payBatch, (inner)));

        expectPaid(address(reentrant), inner[1].id, inner[1].to, address(token), 10);
    }

    function _makePayer() private {
        afterDelay(abi.encodeCall(vault.addPayer, (address(reentrant))));
    }

    function _plan(bytes memory data) private {
        reentrant.plan(ReentrantAccount.Trigger.AfterReceiving, address(vault), 0, data);
    }

    function _payCall(bytes32 id, address asset, address to, uint256 amount) private view returns (bytes memory) {
        return abi.encodeCall(vault.pay, (id, asset, to, amount));
    }
}
