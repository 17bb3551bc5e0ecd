// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title What an OP-stack test network knows about its parent chain. On a real network, only the sequencer writes it
/// @dev https://specs.optimism.io/protocol/predeploys.html#l1block
contract TestL1Block {
    uint256 public basefee;
    uint256 public blobBaseFee;
    /// Both scalars have six decimals.
    uint32 public baseFeeScalar;
    uint32 public blobBaseFeeScalar;
    uint32 public operatorFeeScalar;
    uint64 public operatorFeeConstant;

    function setFees(uint256 basefee_, uint256 blobBaseFee_) external {
        basefee = basefee_;
        blobBaseFee = blobBaseFee_;
    }

    function setScalars(uint32 base, uint32 blob, uint32 operatorScalar, uint64 operatorConstant) external {
        baseFeeScalar = base;
        blobBaseFeeScalar = blob;
        operatorFeeScalar = operatorScalar;
        operatorFeeConstant = operatorConstant;
    }
}
