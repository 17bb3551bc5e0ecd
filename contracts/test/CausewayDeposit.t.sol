// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {CausewayDeposit} from "../src/CausewayDeposit.sol";
import {ICausewayDeposit} from "../src/interfaces/ICausewayDeposit.sol";
import {TestTetherToken} from "../src/test-tokens/TestTetherToken.sol";
import {TestToken} from "../src/test-tokens/TestToken.sol";
import {GasBurner, ReentrantAccount, Refuser} from "./support/Recipients.sol";
import {Test, Vm} from "./support/Test.sol";
import {FalseToken, HookToken} from "./support/Tokens.sol";

contract CausewayDepositTest is Test {
    address private constant NATIVE = address(0);
    string private constant TARGET = "0x00000000000000000000000000000000000000AA";

    CausewayDeposit private bridge = new CausewayDeposit();
    TestToken private token = new TestToken("USD Coin", "USDC", 6);
    address private user = account("user");
    address private maker = account("maker");

    function setUp() external {
        vm.deal(user, 100 ether);
        token.mint(user, 1_000);
        vm.prank(user);
        token.approve(address(bridge), type(uint256).max);
        vm.warp(1_800_000_000);
    }

    function test_movesATokenStraightToTheMaker() external {
        _deposit(address(token), maker, 300, 0);

        vm.assertEq(token.balanceOf(user), 700, "user");
        vm.assertEq(token.balanceOf(maker), 300, "maker");
        vm.assertEq(token.balanceOf(address(bridge)), 0, "contract");
    }

    function test_movesTheNativeTokenStraightToTheMaker() external {
        _deposit(NATIVE, maker, 3 ether, 3 ether);

        vm.assertEq(user.balance, 97 ether, "user");
        vm.assertEq(maker.balance, 3 ether, "maker");
        vm.assertEq(address(bridge).balance, 0, "contract");
    }

    function test_emitsEveryFieldOfTheDeposit() external {
        vm.expectEmit(address(bridge));
        emit ICausewayDeposit.Deposit(user, address(token), maker, TARGET, 300, 8453, 7, 1_800_000_000);
        _deposit(address(token), maker, 300, 0);

        vm.expectEmit(address(bridge));
        emit ICausewayDeposit.Deposit(user, NATIVE, maker, TARGET, 2 ether, 8453, 7, 1_800_000_000);
        _deposit(NATIVE, maker, 2 ether, 2 ether);
    }

    function test_emitsDepositAfterTheTokensTransfer() external {
        vm.recordLogs();
        _deposit(address(token), maker, 300, 0);

        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 2, "logs");
        vm.assertEq(logs[0].emitter, address(token), "first");
        vm.assertEq(logs[1].emitter, address(bridge), "second");
    }

    function test_refusesAnAmountOfZero() external {
        vm.expectRevert(abi.encodeWithSelector(ICausewayDeposit.ZeroAmount.selector));
        _deposit(address(token), maker, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(ICausewayDeposit.ZeroAmount.selector));
        _deposit(NATIVE, maker, 0, 0);
    }

    function test_refusesTheZeroAddressAsMaker() external {
        vm.expectRevert(abi.encodeWithSelector(ICausewayDeposit.ZeroMaker.selector));
        _deposit(address(token), address(0), 300, 0);
        vm.expectRevert(abi.encodeWithSelector(ICausewayDeposit.ZeroMaker.selector));
        _deposit(NATIVE, address(0), 300, 300);
    }

    function test_refusesItselfAsMaker() external {
        vm.expectRevert(abi.encodeWithSelector(ICausewayDeposit.ZeroMaker.selector));
        _deposit(address(token), address(bridge), 300, 0);
        vm.expectRevert(abi.encodeWithSelector(ICausewayDeposit.ZeroMaker.selector));
        _deposit(NATIVE, address(bridge), 300, 300);
    }

    function test_acceptsATargetOf128Bytes() external {
        string memory target = string(new bytes(128));
        vm.expectEmit(address(bridge));
        emit ICausewayDeposit.Deposit(user, address(token), maker, target, 300, 8453, 7, 1_800_000_000);
        vm.prank(user);
        bridge.deposit(target, address(token), maker, 300, 8453, 7);
    }

    function test_refusesATargetOfMoreThan128Bytes(uint256 length) external {
        length = within(length, 129, 100_000);
        vm.expectRevert(abi.encodeWithSelector(ICausewayDeposit.TargetTooLong.selector, length));
        vm.prank(user);
        bridge.deposit(string(new bytes(length)), address(token), maker, 300, 8453, 7);
    }

    function test_refusesANativeDepositUnlessTheValueIsTheAmount(uint256 amount, uint256 value) external {
        amount = within(amount, 1, 100 ether);
        value = within(value, 0, 100 ether);
        vm.assume(amount != value);

        vm.expectRevert(abi.encodeWithSelector(ICausewayDeposit.WrongValue.selector, amount, value));
        _deposit(NATIVE, maker, amount, value);
    }

    function test_refusesATokenDepositThatCarriesNativeValue(uint256 value) external {
        value = within(value, 1, 100 ether);

        vm.expectRevert(abi.encodeWithSelector(ICausewayDeposit.WrongValue.selector, 0, value));
        _deposit(address(token), maker, 300, value);
    }

    function test_refusesAPlainNativeTransfer() external {
        vm.prank(user);
        (bool sent,) = address(bridge).call{value: 1 ether}("");
        vm.assertEq(sent, false, "sent");
    }

    function test_movesATokenThatReturnsNothing() external {
        TestTetherToken tether = new TestTetherToken("Tether", "USDT", 6);
        tether.mint(user, 500);
        vm.prank(user);
        tether.approve(address(bridge), 500);

        _deposit(address(tether), maker, 500, 0);

        vm.assertEq(tether.balanceOf(maker), 500, "maker");
    }

    function test_refusesATokenThatReturnsFalse() external {
        FalseToken bad = new FalseToken();
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(bad)));
        _deposit(address(bad), maker, 300, 0);
    }

    function test_refusesATokenWithoutCode() external {
        address nothing = account("nothing");
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, nothing));
        _deposit(nothing, maker, 300, 0);
    }

    function test_refusesMoreThanTheUserAllowedOrHas() external {
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, user, 1_000, 1_001));
        _deposit(address(token), maker, 1_001, 0);

        vm.prank(user);
        token.approve(address(bridge), 10);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(bridge), 10, 11)
        );
        _deposit(address(token), maker, 11, 0);
    }

    function test_spendsOnlyTheCallersAllowance() external {
        vm.prank(account("thief"));
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(bridge), 0, 300)
        );
        bridge.deposit(TARGET, address(token), maker, 300, 8453, 7);
    }

    function test_refusesAMakerThatDoesNotTakeTheNativeToken() external {
        address refuser = address(new Refuser());
        vm.expectRevert(abi.encodeWithSelector(ICausewayDeposit.NativeTransferFailed.selector));
        _deposit(NATIVE, refuser, 1 ether, 1 ether);

        address burner = address(new GasBurner());
        vm.prank(user);
        (bool deposited,) = address(bridge).call{value: 1 ether, gas: 1_000_000}(
            abi.encodeCall(bridge.deposit, (TARGET, NATIVE, burner, 1 ether, 8453, 7))
        );
        vm.assertEq(deposited, false, "deposited with a maker that burns all gas");
    }

    function test_recordsANestedDepositAndTheOuterOne() external {
        HookToken hook = new HookToken();
        ReentrantAccount reentrant = new ReentrantAccount();
        hook.mint(address(reentrant), 1_000);
        reentrant.act(address(hook), 0, abi.encodeCall(hook.approve, (address(bridge), 1_000)));
        bytes memory inner = abi.encodeCall(bridge.deposit, (TARGET, address(hook), maker, 30, 8453, 7));
        reentrant.plan(ReentrantAccount.Trigger.BeforeSending, address(bridge), 0, inner);

        vm.recordLogs();
        bytes memory outer = abi.encodeCall(bridge.deposit, (TARGET, address(hook), maker, 500, 8453, 7));
        reentrant.act(address(bridge), 0, outer);

        vm.assertEq(reentrant.succeeded(), true, "inner deposit");
        vm.assertEq(hook.balanceOf(maker), 530, "maker");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 4, "logs");
        vm.assertEq(_amountOf(logs[1]), 30, "inner event");
        vm.assertEq(_amountOf(logs[3]), 500, "outer event");
    }

    function test_makerReceivesTheAmountOfTheEvent(
        string calldata target,
        uint256 amount,
        uint256 destination,
        uint256 channel,
        bool native
    ) external {
        amount = within(amount, 1, native ? 100 ether : 1_000);
        address asset = native ? NATIVE : address(token);
        uint256 value = native ? amount : 0;

        vm.expectEmit(address(bridge));
        emit ICausewayDeposit.Deposit(user, asset, maker, target, amount, destination, channel, 1_800_000_000);
        vm.prank(user);
        bridge.deposit{value: value}(target, asset, maker, amount, destination, channel);

        vm.assertEq(native ? maker.balance : token.balanceOf(maker), amount, "maker");
        vm.assertEq(address(bridge).balance + token.balanceOf(address(bridge)), 0, "contract");
    }

    function _deposit(address asset, address to, uint256 amount, uint256 value) private {
        vm.prank(user);
        bridge.deposit{value: value}(TARGET, asset, to, amount, 8453, 7);
    }

    function _amountOf(Vm.Log memory log) private pure returns (uint256 amount) {
        (, amount,,,) = abi.decode(log.data, (string, uint256, uint256, uint256, uint256));
    }
}
