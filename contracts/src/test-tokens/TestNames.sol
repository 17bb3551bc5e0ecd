// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A name service for test networks: registry, resolver and Universal Resolver (ENSIP-10, ENSIP-11) in one. Any
/// account can set any record
contract TestNames {
    /// @dev Reverted for a name whose address a server has (EIP-3668)
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error ResolverNotFound(bytes name);
    error UnsupportedResolverProfile(bytes4 selector);
    error OtherNode(bytes32 asked, bytes32 named);

    uint256 private constant ETHEREUM_COIN = 60;
    bytes4 private constant ADDR = bytes4(keccak256("addr(bytes32)"));
    bytes4 private constant ADDR_OF_COIN = bytes4(keccak256("addr(bytes32,uint256)"));

    mapping(bytes32 node => mapping(uint256 coinType => bytes)) public record;
    mapping(bytes32 node => bool) public isKnown;
    mapping(bytes32 node => string url) public gateway;

    function setRecord(bytes32 node, uint256 coinType, bytes calldata value) external {
        isKnown[node] = true;
        record[node][coinType] = value;
    }

    function setGateway(bytes32 node, string calldata url) external {
        isKnown[node] = true;
        gateway[node] = url;
    }

    /// @param name The name in DNS wire format
    /// @param data The call that a resolver would get: `addr(bytes32)` or `addr(bytes32,uint256)`
    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        bytes32 node = bytes32(data[4:36]);
        bytes32 named = nodeOf(name, 0);
        if (node != named) revert OtherNode(node, named);
        if (!isKnown[node]) revert ResolverNotFound(name);
        if (bytes(gateway[node]).length > 0) revertOffchain(gateway[node], data);
        bytes4 selector = bytes4(data[:4]);
        if (selector == ADDR) {
            bytes memory value = record[node][ETHEREUM_COIN];
            return (abi.encode(value.length == 20 ? address(bytes20(value)) : address(0)), address(this));
        }
        if (selector == ADDR_OF_COIN) return (abi.encode(record[node][uint256(bytes32(data[36:68]))]), address(this));
        revert UnsupportedResolverProfile(selector);
    }

    function revertOffchain(string memory url, bytes calldata data) private view {
        string[] memory urls = new string[](1);
        urls[0] = url;
        revert OffchainLookup(address(this), urls, data, this.resolveWithGateways.selector, data);
    }

    /// @dev The namehash (EIP-137) of the labels from `offset` on
    function nodeOf(bytes calldata name, uint256 offset) private pure returns (bytes32) {
        uint256 length = uint8(name[offset]);
        if (length == 0) return bytes32(0);
        uint256 end = offset + 1 + length;
        return keccak256(abi.encodePacked(nodeOf(name, end), keccak256(name[offset + 1:end])));
    }
}
