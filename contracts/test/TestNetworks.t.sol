// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestGasPriceOracle} from "../src/test-networks/TestGasPriceOracle.sol";
import {TestL1Block} from "../src/test-networks/TestL1Block.sol";
import {TestPriceFeed} from "../src/test-networks/TestPriceFeed.sol";
import {Test} from "./support/Test.sol";

contract TestNetworksTest is Test {
    TestPriceFeed private feed = new TestPriceFeed("ETH / USD", 8);
    TestGasPriceOracle private oracle = new TestGasPriceOracle();
    TestL1Block private parent = TestL1Block(0x4200000000000000000000000000000000000015);

    function setUp() external {
        vm.etch(address(parent), address(new TestL1Block()).code);
        parent.setFees(20 gwei, 3 gwei);
        parent.setScalars(5227, 1_014_213, 0, 0);
    }

    function test_aFeedGivesItsLastRound() external {
        vm.warp(1_000_000);
        feed.report(3000e8, 0);
        feed.report(3010e8, 999_000);
        (uint80 round, int256 answer,, uint256 updatedAt, uint80 answeredIn) = feed.latestRoundData();

        vm.assertEq(uint256(round), 2, "round");
        vm.assertEq(uint256(answer), 3010e8, "answer");
        vm.assertEq(updatedAt, 999_000, "time");
        vm.assertEq(uint256(answeredIn), 2, "answered in");
        (,,, uint256 before,) = feed.getRoundData(1);
        vm.assertEq(before, 1_000_000, "time of the round before");
    }

    function test_aFeedWithoutARoundHasNoData() external {
        vm.expectRevert(abi.encodeWithSelector(TestPriceFeed.NoDataPresent.selector));
        feed.latestRoundData();
    }

    function test_theOracleChargesForEachByteAndTheSignature() external view {
        bytes memory data = hex"0002ff00";
        uint256 gas = 2 * 4 + 2 * 16 + 68 * 16;
        vm.assertEq(oracle.getL1GasUsed(data), gas, "gas");
        // (5227 * 16 * 20 gwei + 1014213 * 3 gwei) / 16e6 for each unit of gas
        vm.assertEq(oracle.getL1Fee(data), gas * (5227 * 16 * 20 gwei + 1_014_213 * 3 gwei) / 16e6, "fee");
    }

    function test_theOracleFollowsTheParentChain() external {
        uint256 before = oracle.getL1Fee(hex"01");
        parent.setFees(40 gwei, 6 gwei);
        vm.assertEq(oracle.getL1Fee(hex"01"), 2 * before, "fee");
        vm.assertEq(oracle.l1BaseFee(), 40 gwei, "base fee");
        vm.assertEq(oracle.blobBaseFee(), 6 gwei, "blob base fee");
    }

    function test_theOracleAddsTheFeeOfTheOperator() external {
        vm.assertEq(oracle.getOperatorFee(100_000), 0, "without a fee");
        parent.setScalars(1, 1, 2_000_000, 7);
        vm.assertEq(oracle.getOperatorFee(100_000), 200_007, "with a fee");
    }
}
