// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ICausewayVault} from "../src/interfaces/ICausewayVault.sol";
import {TestTetherToken} from "../src/test-tokens/TestTetherToken.sol";
import {TestToken} from "../src/test-tokens/TestToken.sol";
import {VaultTest} from "./support/VaultTest.sol";
import {
    BalanceBombToken,
    RevertBombToken,
    BonusToken,
    GasBurningToken,
    FalseToken,
    FeeToken,
    NoTransferToken,
    LongReturnToken,
    MintingToken,
    SenderFeeToken,
    RecipientBurningToken
} from "./support/Tokens.sol";

/// @dev Misbehaving tokens, alone and as the middle payment of a batch.
contract CausewayVaultTokensTest is VaultTest {
    TestTetherToken private tether = new TestTetherToken("Tether", "USDT", 6);

    function setUp() public override {
        super.setUp();
        tether.mint(address(vault), 1_000);
        setCap(address(tether), MOST, MOST);
    }

    function test_paysATokenThatReturnsNothing() external {
        expectPaid(payer, ID, recipient, address(tether), 300);
        pay(ID, address(tether), recipient, 300);
        vm.assertEq(tether.balanceOf(recipient), 300, "recipient");
    }

    function test_paysATokenThatReturnsExtraData() external {
        TestToken longReturn = _funded(new LongReturnToken());
        pay(ID, address(longReturn), recipient, 300);
        vm.assertEq(longReturn.balanceOf(recipient), 300, "recipient");
    }

    function test_refusesATokenThatReturnsFalse() external {
        TestToken bad = _funded(new FalseToken());
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(bad)));
        pay(ID, address(bad), recipient, 300);
        _assertOthersInABatchArePaid(bad);
    }

    function test_refusesATokenThatReturnsTrueWithoutMoving() external {
        TestToken bad = _funded(new NoTransferToken());
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.WrongAmountMoved.selector, 300, 0, 0));
        pay(ID, address(bad), recipient, 300);
        _assertOthersInABatchArePaid(bad);
    }

    function test_refusesATokenThatTakesAFee() external {
        TestToken bad = _funded(new FeeToken());
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.WrongAmountMoved.selector, 300, 300, 299));
        pay(ID, address(bad), recipient, 300);
        _assertOthersInABatchArePaid(bad);
    }

    function test_refusesATokenThatCreditsTooMuch() external {
        TestToken bad = _funded(new BonusToken());
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.WrongAmountMoved.selector, 300, 300, 301));
        pay(ID, address(bad), recipient, 300);
        _assertOthersInABatchArePaid(bad);
    }

    function test_refusesATokenThatTakesFromTheRecipient() external {
        TestToken bad = _funded(new RecipientBurningToken());
        bad.mint(recipient, 500);
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x11));
        pay(ID, address(bad), recipient, 300);
        vm.assertEq(bad.balanceOf(recipient), 500, "recipient");
    }

    function test_refusesATokenWithoutCode() external {
        address nothing = account("nothing");
        setCap(nothing, MOST, MOST);
        vm.expectRevert(bytes(""));
        pay(ID, nothing, recipient, 300);
        vm.assertEq(vault.isPaid(ID), false, "isPaid");
    }

    function test_refusesATokenThatTakesAFeeFromTheVault() external {
        TestToken bad = _funded(new SenderFeeToken());
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.WrongAmountMoved.selector, 300, 301, 300));
        pay(ID, address(bad), recipient, 300);
        _assertOthersInABatchArePaid(bad);
    }

    function test_refusesATokenThatTakesNothingFromTheVault() external {
        TestToken bad = _funded(new MintingToken());
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.WrongAmountMoved.selector, 300, 0, 300));
        pay(ID, address(bad), recipient, 300);
        _assertOthersInABatchArePaid(bad);
    }

    function test_refusesItselfAsToken() external {
        setCap(address(vault), MOST, MOST);
        vm.expectRevert(bytes(""));
        pay(ID, address(vault), recipient, 300);
    }

    function test_aTokenThatRevertsWithTooMuchDataDoesNotStopABatch() external {
        _assertOthersInABatchArePaid(_funded(new RevertBombToken()));
    }

    function test_aTokenThatBurnsAllGasDoesNotStopABatch() external {
        _assertOthersInABatchArePaid(_funded(new GasBurningToken()));
    }

    function test_aTokenThatFailsToReportABalanceDoesNotStopABatch() external {
        for (uint256 i; i < 3; ++i) {
            BalanceBombToken bad = new BalanceBombToken();
            fund(bad);
            bad.setMode(BalanceBombToken.Mode(i + 1));
            ICausewayVault.Payment[] memory payments = batchOf(3);
            for (uint256 j; j < 3; ++j) {
                payments[j].id = keccak256(abi.encode(i, j));
            }
            payments[1].token = address(bad);
            assertPaid(payBatch(payments), "yny");
            vm.assertEq(vault.isPaid(payments[1].id), false, "isPaid");
        }
    }

    function test_refusesATokenThatAnswersABalanceWithLessThanANumber() external {
        BalanceBombToken bad = new BalanceBombToken();
        fund(bad);
        bad.setMode(BalanceBombToken.Mode.Short);
        vm.expectRevert(bytes(""));
        pay(ID, address(bad), recipient, 300);
    }

    function test_aBlacklistedRecipientDoesNotStopABatch() external {
        address listed = account("listed");
        tether.setBlacklisted(listed, true);
        ICausewayVault.Payment[] memory payments = batchOf(3);
        payments[0].token = payments[1].token = payments[2].token = address(tether);
        payments[1].to = listed;

        assertPaid(payBatch(payments), "yny");
        vm.assertEq(tether.balanceOf(address(vault)), 980, "vault");

        tether.setBlacklisted(listed, false);
        assertPaid(payBatch(payments), "nyn");
        vm.assertEq(tether.balanceOf(listed), 10, "paid in the end");
    }

    function _funded(TestToken asset) private returns (TestToken) {
        fund(asset);
        return asset;
    }

    function _assertOthersInABatchArePaid(TestToken bad) private {
        ICausewayVault.Payment[] memory payments = batchOf(3);
        payments[1].token = address(bad);
        bytes memory call = abi.encodeCall(vault.payBatch, (payments));

        vm.recordLogs();
        vm.prank(payer);
        (bool done, bytes memory result) = address(vault).call{gas: 2_000_000}(call);

        vm.assertEq(done, true, "done");
        assertPaid(abi.decode(result, (bool[])), "yny");
        vm.assertEq(countPaid(), 2, "events");
        vm.assertEq(bad.balanceOf(address(vault)), 1_000, "the bad token of the vault");
        vm.assertEq(bad.balanceOf(payments[1].to), 0, "the bad token of the recipient");
        vm.assertEq(vault.isPaid(payments[1].id), false, "isPaid");
    }
}
