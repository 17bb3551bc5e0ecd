// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestTetherToken} from "../src/test-tokens/TestTetherToken.sol";
import {TestToken} from "../src/test-tokens/TestToken.sol";
import {Test} from "./support/Test.sol";

contract TestTokensTest is Test {
    TestToken private token = new TestToken("USD Coin", "USDC", 6);
    TestTetherToken private tether = new TestTetherToken("Tether", "USDT", 6);
    address private owner = account("owner");
    address private spender = account("spender");
    address private other = account("other");

    function test_haveTheNamesAndDecimalsOfTheirConstructors() external view {
        vm.assertEq(bytes(token.name()), bytes("USD Coin"), "name");
        vm.assertEq(bytes(token.symbol()), bytes("USDC"), "symbol");
        vm.assertEq(token.decimals(), 6, "decimals");
        vm.assertEq(bytes(tether.name()), bytes("Tether"), "name");
        vm.assertEq(bytes(tether.symbol()), bytes("USDT"), "symbol");
        vm.assertEq(tether.decimals(), 6, "decimals");
    }

    function test_anyAccountCanMint() external {
        vm.startPrank(other);
        token.mint(owner, 5);
        tether.mint(owner, 7);
        vm.stopPrank();

        vm.assertEq(token.balanceOf(owner), 5, "token");
        vm.assertEq(tether.balanceOf(owner), 7, "tether");
        vm.assertEq(tether.totalSupply(), 7, "supply");
    }

    function test_tetherReturnsNothing() external {
        tether.mint(owner, 100);
        vm.startPrank(owner);
        vm.assertEq(_answerOf(abi.encodeCall(tether.approve, (spender, 10))), 0, "approve");
        vm.assertEq(_answerOf(abi.encodeCall(tether.transfer, (spender, 10))), 0, "transfer");
        vm.stopPrank();
        vm.prank(spender);
        vm.assertEq(_answerOf(abi.encodeCall(tether.transferFrom, (owner, spender, 10))), 0, "transferFrom");

        vm.assertEq(tether.balanceOf(spender), 20, "spender");
        vm.assertEq(tether.balanceOf(owner), 80, "owner");
        vm.assertEq(tether.allowance(owner, spender), 0, "allowance");
    }

    function test_tetherRefusesToChangeAnAllowanceThatIsNotZero() external {
        vm.startPrank(owner);
        tether.approve(spender, 10);
        vm.expectRevert(abi.encodeWithSelector(TestTetherToken.ResetAllowanceFirst.selector, spender, 10));
        tether.approve(spender, 20);

        tether.approve(spender, 0);
        tether.approve(spender, 20);
        vm.assertEq(tether.allowance(owner, spender), 20, "allowance");
    }

    function test_tetherRefusesToMoveMoreThanTheBalanceOrAllowance() external {
        tether.mint(owner, 10);
        vm.prank(owner);
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x11));
        tether.transfer(spender, 11);

        vm.prank(owner);
        tether.approve(spender, 3);
        vm.prank(spender);
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x11));
        tether.transferFrom(owner, spender, 4);
    }

    function test_aBlacklistedAccountNeitherSendsNorReceivesTether() external {
        tether.mint(owner, 10);
        tether.mint(other, 10);
        tether.setBlacklisted(owner, true);

        bytes memory blacklisted = abi.encodeWithSelector(TestTetherToken.Blacklisted.selector, owner);
        vm.expectRevert(blacklisted);
        vm.prank(owner);
        tether.transfer(other, 1);
        vm.expectRevert(blacklisted);
        vm.prank(other);
        tether.transfer(owner, 1);
    }

    function test_onlyTheDeployerCanBlacklist() external {
        vm.expectRevert(abi.encodeWithSelector(TestTetherToken.NotOwner.selector, other));
        vm.prank(other);
        tether.setBlacklisted(owner, true);
    }

    function _answerOf(bytes memory call) private returns (uint256) {
        (bool done, bytes memory answer) = address(tether).call(call);
        vm.assertEq(done, true, "done");
        return answer.length;
    }
}
