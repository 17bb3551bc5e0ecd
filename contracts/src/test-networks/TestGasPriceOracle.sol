// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestL1Block} from "./TestL1Block.sol";

/// @title The gas price oracle of an OP-stack test network
/// @dev The formula of the Ecotone upgrade. Fjord estimates the compressed size of the data, which costs less for repeated bytes.
/// https://specs.optimism.io/protocol/exec-engine.html#ecotone-l1-cost-fee-changes-eip-4844-da
contract TestGasPriceOracle {
    TestL1Block private constant L1_BLOCK = TestL1Block(0x4200000000000000000000000000000000000015);

    /// What a signature adds to an unsigned transaction, as bytes that are not zero.
    uint256 private constant SIGNATURE_BYTES = 68;
    uint256 private constant SCALAR_DECIMALS = 6;

    bool public constant isEcotone = true;
    string public constant version = "1.3.0";

    /// @param data an unsigned transaction
    /// @return the fee for its data on the parent chain, in wei
    function getL1Fee(bytes memory data) external view returns (uint256) {
        uint256 baseFee = L1_BLOCK.baseFeeScalar() * 16 * L1_BLOCK.basefee();
        uint256 blobFee = L1_BLOCK.blobBaseFeeScalar() * L1_BLOCK.blobBaseFee();
        return getL1GasUsed(data) * (baseFee + blobFee) / (16 * 10 ** SCALAR_DECIMALS);
    }

    function getL1GasUsed(bytes memory data) public pure returns (uint256 gas) {
        for (uint256 i; i < data.length; ++i) {
            gas += data[i] == 0 ? 4 : 16;
        }
        gas += SIGNATURE_BYTES * 16;
    }

    /// @return the fee of the chain's operator, in wei
    function getOperatorFee(uint256 gasUsed) external view returns (uint256) {
        uint256 scaled = gasUsed * L1_BLOCK.operatorFeeScalar() / 10 ** SCALAR_DECIMALS;
        return scaled + L1_BLOCK.operatorFeeConstant();
    }

    function l1BaseFee() external view returns (uint256) {
        return L1_BLOCK.basefee();
    }

    function blobBaseFee() external view returns (uint256) {
        return L1_BLOCK.blobBaseFee();
    }
}
