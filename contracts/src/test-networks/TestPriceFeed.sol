// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A price feed for test networks, with the interface of Chainlink's AggregatorV3. Any account can report a price
contract TestPriceFeed {
    uint8 public immutable decimals;
    string public description;
    uint256 public constant version = 6;

    struct Round {
        int256 answer;
        uint256 updatedAt;
    }

    uint80 private _latest;
    mapping(uint80 round => Round) private _rounds;

    error NoDataPresent();

    constructor(string memory description_, uint8 decimals_) {
        description = description_;
        decimals = decimals_;
    }

    /// @notice Completes a round. A test can date it back with a time that is not zero.
    function report(int256 answer, uint256 updatedAt) external {
        _latest += 1;
        _rounds[_latest] = Round(answer, updatedAt == 0 ? block.timestamp : updatedAt);
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return getRoundData(_latest);
    }

    function getRoundData(uint80 round) public view returns (uint80, int256, uint256, uint256, uint80) {
        Round storage found = _rounds[round];
        if (found.updatedAt == 0) revert NoDataPresent();
        return (round, found.answer, found.updatedAt, found.updatedAt, round);
    }
}
