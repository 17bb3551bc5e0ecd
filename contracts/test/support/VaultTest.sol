// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CausewayVault} from "../../src/CausewayVault.sol";
import {ICausewayVault} from "../../src/interfaces/ICausewayVault.sol";
import {ICausewayVaultOwner} from "../../src/interfaces/ICausewayVaultOwner.sol";
import {TestToken} from "../../src/test-tokens/TestToken.sol";
import {Test, Vm} from "./Test.sol";

/// @dev A vault with 100 ether and 1,000 tokens, one payer, and caps that allow everything.
abstract contract VaultTest is Test {
    address internal constant NATIVE = address(0);
    bytes32 internal constant ID = keccak256("a transfer");
    uint256 internal constant DELAY = 2 days;
    uint256 internal constant WINDOW = 1 days;
    uint112 internal constant MOST = type(uint112).max;

    address internal payer = account("payer");
    address internal otherPayer = account("other payer");
    address internal owner = account("owner");
    address internal guardian = account("guardian");
    address internal recipient = account("recipient");
    TestToken internal token = new TestToken("USD Coin", "USDC", 6);
    CausewayVault internal vault;

    function setUp() public virtual {
        vm.warp(1_800_000_000);
        address[] memory payers = new address[](2);
        (payers[0], payers[1]) = (payer, otherPayer);
        ICausewayVaultOwner.TokenCap[] memory caps = new ICausewayVaultOwner.TokenCap[](2);
        caps[0] = ICausewayVaultOwner.TokenCap(NATIVE, MOST, MOST);
        caps[1] = ICausewayVaultOwner.TokenCap(address(token), MOST, MOST);
        vault = new CausewayVault(owner, guardian, payers, DELAY, WINDOW, caps);
        vm.deal(address(vault), 100 ether);
        token.mint(address(vault), 1_000);
    }

    /// @dev Gives the vault 1,000 of the token, and payers the right to spend them.
    function fund(TestToken asset) internal {
        asset.mint(address(vault), 1_000);
        setCap(address(asset), MOST, MOST);
    }

    function setCap(address asset, uint112 perPayment, uint112 perWindow) internal {
        afterDelay(abi.encodeCall(vault.setCap, (asset, perPayment, perWindow)));
    }

    /// @dev Schedules an action of the owner, waits and executes it.
    function afterDelay(bytes memory action) internal {
        schedule(action);
        vm.warp(vault.readyAt(action));
        execute(action);
    }

    function schedule(bytes memory action) internal {
        vm.prank(owner);
        vault.schedule(action);
    }

    function execute(bytes memory action) internal {
        vm.prank(owner);
        vault.execute(action);
    }

    function pay(bytes32 id, address asset, address to, uint256 amount) internal {
        vm.prank(payer);
        vault.pay(id, asset, to, amount);
    }

    function payWithGas(bytes32 id, address asset, address to, uint256 amount, uint256 gas) internal {
        vm.prank(payer);
        vault.payWithGas(id, asset, to, amount, gas);
    }

    function payBatch(ICausewayVault.Payment[] memory payments) internal returns (bool[] memory paid) {
        vm.prank(payer);
        return vault.payBatch(payments);
    }

    /// @dev A batch of token payments of 10, each to another recipient.
    function batchOf(uint256 count) internal returns (ICausewayVault.Payment[] memory payments) {
        payments = new ICausewayVault.Payment[](count);
        for (uint256 i; i < count; ++i) {
            payments[i] = payment(i, address(token), account(string.concat("recipient ", digit(i))), 10);
        }
    }

    function payment(uint256 id, address asset, address to, uint256 amount)
        internal
        pure
        returns (ICausewayVault.Payment memory)
    {
        return ICausewayVault.Payment({id: bytes32(id), token: asset, to: to, amount: amount});
    }

    function digit(uint256 number) internal pure returns (string memory) {
        return string(abi.encodePacked(bytes1(uint8(48 + number))));
    }

    function expectPaid(address by, bytes32 id, address to, address asset, uint256 amount) internal {
        vm.expectEmit(address(vault));
        emit ICausewayVault.Paid(by, id, to, asset, amount);
    }

    function expectUnauthorized(address caller) internal {
        vm.expectRevert(abi.encodeWithSelector(ICausewayVault.Unauthorized.selector, caller));
        vm.prank(caller);
    }

    function countPaid() internal returns (uint256 count) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].emitter == address(vault)) ++count;
        }
    }

    function assertPaid(bool[] memory paid, string memory expected) internal pure {
        bytes memory actual = new bytes(paid.length);
        for (uint256 i; i < paid.length; ++i) {
            actual[i] = paid[i] ? bytes1("y") : bytes1("n");
        }
        vm.assertEq(actual, bytes(expected), "paid");
    }
}
