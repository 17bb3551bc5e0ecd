// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICausewayVaultOwner} from "../src/interfaces/ICausewayVaultOwner.sol";
import {VaultTest} from "./support/VaultTest.sol";

contract CausewayVaultScheduleTest is VaultTest {
    address private newcomer = account("newcomer");

    function test_anActionWaitsForItsDelayAndThenExpires(uint256 wait) external {
        wait = within(wait, 0, 20 days);
        bytes memory action = _withdrawal(1 ether);
        uint256 start = block.timestamp;
        schedule(action);
        vm.warp(start + wait);
        if (wait < DELAY || wait >= DELAY + 7 days) vm.expectRevert(_notReady(start + DELAY));
        execute(action);
    }

    function test_anActionIsExecutableFromTheFirstToTheLastSecond() external {
        bytes memory action = _withdrawal(1 ether);
        uint256 ready = block.timestamp + DELAY;
        schedule(action);
        vm.assertEq(vault.readyAt(action), ready, "readyAt");
        vm.warp(ready - 1);
        vm.expectRevert(_notReady(ready));
        execute(action);
        vm.warp(ready);
        execute(action);

        schedule(action);
        ready = vault.readyAt(action);
        vm.warp(ready + 7 days);
        vm.expectRevert(_notReady(ready));
        execute(action);
        vm.warp(ready + 7 days - 1);
        execute(action);
        vm.assertEq(newcomer.balance, 2 ether, "newcomer");
    }

    function test_announcesEachActionInAnEvent() external {
        bytes memory action = _withdrawal(1 ether);
        uint256 ready = block.timestamp + DELAY;
        vm.expectEmit(address(vault));
        emit ICausewayVaultOwner.ActionScheduled(keccak256(action), action, ready, ready + 7 days);
        schedule(action);
        vm.warp(ready);
        vm.expectEmit(address(vault));
        emit ICausewayVaultOwner.ActionExecuted(keccak256(action));
        vm.expectEmit(address(vault));
        emit ICausewayVaultOwner.Withdrawn(NATIVE, newcomer, 1 ether);
        execute(action);
    }

    function test_anActionCannotBeScheduledAgainWhileItWaits() external {
        bytes memory action = _withdrawal(1 ether);
        schedule(action);
        uint256 ready = vault.readyAt(action);
        bytes memory again =
            abi.encodeWithSelector(ICausewayVaultOwner.AlreadyScheduled.selector, keccak256(action), ready);
        vm.expectRevert(again);
        schedule(action);
        vm.warp(ready + 7 days - 1);
        vm.expectRevert(again);
        schedule(action);
        vm.warp(ready + 7 days);
        schedule(action);
        vm.assertEq(vault.readyAt(action), block.timestamp + DELAY, "a new delay");
    }

    function test_anActionIsExecutedOnce() external {
        bytes memory action = _withdrawal(1 ether);
        afterDelay(action);
        vm.expectRevert(_notScheduled(action));
        execute(action);
        afterDelay(action);
        vm.assertEq(newcomer.balance, 2 ether, "newcomer");
    }

    function test_aCancelledActionIsNotExecuted() external {
        bytes memory action = _withdrawal(1 ether);
        schedule(action);
        vm.expectEmit(address(vault));
        emit ICausewayVaultOwner.ActionCancelled(keccak256(action));
        vm.prank(owner);
        vault.cancel(action);
        vm.warp(block.timestamp + DELAY);
        vm.expectRevert(_notScheduled(action));
        execute(action);
        vm.expectRevert(_notScheduled(action));
        vm.prank(owner);
        vault.cancel(action);
    }

    function test_schedulesOnlyActions(bytes calldata data) external {
        bytes4 selector = bytes4(data);
        vm.assume(selector != vault.setCap.selector && selector != vault.withdraw.selector);
        vm.assume(selector != vault.addPayer.selector && selector != vault.setGuardian.selector);
        vm.assume(selector != vault.setOwner.selector);
        _refuseToSchedule(data);
    }

    function test_refusesActionsThatAreNoneOrHaveAnotherLength() external {
        _refuseToSchedule("");
        _refuseToSchedule(abi.encodeCall(vault.pay, (ID, NATIVE, newcomer, 1)));
        _refuseToSchedule(abi.encodeCall(vault.pause, ()));
        bytes[5] memory actions = [
            _withdrawal(1),
            abi.encodeCall(vault.setCap, (NATIVE, 1, 1)),
            abi.encodeCall(vault.addPayer, (newcomer)),
            abi.encodeCall(vault.setGuardian, (newcomer)),
            abi.encodeCall(vault.setOwner, (newcomer))
        ];
        for (uint256 i; i < actions.length; ++i) {
            _refuseToSchedule(bytes.concat(actions[i], hex"00"));
            schedule(actions[i]);
        }
    }

    /// @dev A second encoding of an action has another hash, and could be executed beside the first one.
    function test_anActionWithBitsOutsideItsArgumentsIsNeverExecuted(uint256 dirt) external {
        dirt = (dirt == 0 ? 1 : dirt) << 160;
        vm.assume(dirt != 0);
        uint256 dirty = dirt | uint160(newcomer);
        bytes[4] memory actions = [
            abi.encodeWithSelector(vault.withdraw.selector, NATIVE, dirty, 1),
            abi.encodeWithSelector(vault.setCap.selector, NATIVE, dirt, dirt),
            abi.encodeWithSelector(vault.addPayer.selector, dirty),
            abi.encodeWithSelector(vault.setOwner.selector, dirty)
        ];
        for (uint256 i; i < actions.length; ++i) {
            schedule(actions[i]);
            vm.warp(vault.readyAt(actions[i]));
            vm.expectRevert();
            vm.prank(i == 3 ? newcomer : owner);
            vault.execute(actions[i]);
        }
    }

    function test_onlyTheOwnerSchedulesCancelsAndExecutes(address other) external {
        vm.assume(other != owner && other != guardian);
        bytes memory action = _withdrawal(1 ether);
        expectUnauthorized(other);
        vault.schedule(action);
        schedule(action);
        expectUnauthorized(other);
        vault.cancel(action);
        vm.warp(block.timestamp + DELAY);
        expectUnauthorized(other);
        vault.execute(action);
        execute(action);
    }

    function test_onlyTheNewOwnerTakesOver() external {
        bytes memory action = abi.encodeCall(vault.setOwner, (newcomer));
        schedule(action);
        vm.expectRevert(_notReady(block.timestamp + DELAY));
        vm.prank(newcomer);
        vault.execute(action);
        vm.warp(block.timestamp + DELAY);
        expectUnauthorized(owner);
        vault.execute(action);

        vm.expectEmit(address(vault));
        emit ICausewayVaultOwner.OwnerSet(newcomer);
        vm.prank(newcomer);
        vault.execute(action);
        vm.assertEq(vault.owner(), newcomer, "owner");
        expectUnauthorized(owner);
        vault.unpause();
    }

    function test_aNewOwnerVoidsEveryScheduledAction() external {
        bytes memory takeOver = abi.encodeCall(vault.setOwner, (newcomer));
        bytes memory takeBack = abi.encodeCall(vault.setOwner, (account("thief")));
        schedule(takeOver);
        schedule(takeBack);
        schedule(_withdrawal(1 ether));
        vm.warp(block.timestamp + DELAY);
        vm.prank(newcomer);
        vault.execute(takeOver);

        vm.expectRevert(_notScheduled(takeBack));
        vm.prank(account("thief"));
        vault.execute(takeBack);
        vm.expectRevert(_notScheduled(_withdrawal(1 ether)));
        vm.prank(newcomer);
        vault.execute(_withdrawal(1 ether));
    }

    function _withdrawal(uint256 amount) private view returns (bytes memory) {
        return abi.encodeCall(vault.withdraw, (NATIVE, newcomer, amount));
    }

    function _refuseToSchedule(bytes memory action) private {
        vm.expectRevert(abi.encodeWithSelector(ICausewayVaultOwner.UnknownAction.selector, action));
        schedule(action);
    }

    function _notReady(uint256 ready) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ICausewayVaultOwner.NotReady.selector, ready, ready + 7 days);
    }

    function _notScheduled(bytes memory action) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ICausewayVaultOwner.NotScheduled.selector, keccak256(action));
    }
}
