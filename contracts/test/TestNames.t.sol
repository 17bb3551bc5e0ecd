// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestNames} from "../src/test-tokens/TestNames.sol";
import {Test} from "./support/Test.sol";

contract TestNamesTest is Test {
    TestNames private names = new TestNames();
    bytes private constant NAME = "\x05alice\x03eth\x00";
    uint256 private constant COIN = 0x80000001;

    function test_givesTheAddressOfANameForEthereumAndForEachChain() external {
        names.setRecord(_node(), 60, abi.encodePacked(address(0xA11CE)));
        names.setRecord(_node(), COIN, abi.encodePacked(address(0xB0B)));

        (bytes memory ethereum, address resolver) = _resolve(NAME, _addr(_node()));
        (bytes memory chain,) = _resolve(NAME, _addrOfCoin(_node(), COIN));

        vm.assertEq(abi.decode(ethereum, (address)), address(0xA11CE), "ethereum");
        vm.assertEq(abi.decode(chain, (bytes)), abi.encodePacked(address(0xB0B)), "chain");
        vm.assertEq(resolver, address(names), "resolver");
    }

    function test_givesNoAddressWithoutARecord() external {
        names.setRecord(_node(), COIN, abi.encodePacked(address(0xB0B)));

        (bytes memory ethereum,) = _resolve(NAME, _addr(_node()));
        (bytes memory chain,) = _resolve(NAME, _addrOfCoin(_node(), COIN + 1));

        vm.assertEq(abi.decode(ethereum, (address)), address(0), "ethereum");
        vm.assertEq(abi.decode(chain, (bytes)), bytes(""), "chain");
    }

    function test_refusesAnUnknownName() external {
        vm.expectRevert(abi.encodeWithSelector(TestNames.ResolverNotFound.selector, NAME));
        _resolve(NAME, _addr(_node()));
    }

    function test_refusesACallForAnotherName() external {
        bytes32 other = keccak256("other");
        vm.expectRevert(abi.encodeWithSelector(TestNames.OtherNode.selector, other, _node()));
        _resolve(NAME, _addr(other));
    }

    function test_refusesAnotherCall() external {
        names.setRecord(_node(), 60, abi.encodePacked(address(0xA11CE)));
        vm.expectRevert(abi.encodeWithSelector(TestNames.UnsupportedResolverProfile.selector, bytes4(0x12345678)));
        _resolve(NAME, abi.encodePacked(bytes4(0x12345678), _node()));
    }

    function test_sendsToTheGatewayOfANameThatAServerHas() external {
        names.setGateway(_node(), "https://example.org/{data}");
        bytes memory data = _addr(_node());
        string[] memory urls = new string[](1);
        urls[0] = "https://example.org/{data}";
        bytes4 callback = names.resolveWithGateways.selector;
        vm.expectRevert(
            abi.encodeWithSelector(TestNames.OffchainLookup.selector, address(names), urls, data, callback, data)
        );
        _resolve(NAME, data);
    }

    function _resolve(bytes memory name, bytes memory data) private view returns (bytes memory, address) {
        return names.resolveWithGateways(name, data, new string[](0));
    }

    function _addr(bytes32 node) private pure returns (bytes memory) {
        return abi.encodeWithSignature("addr(bytes32)", node);
    }

    function _addrOfCoin(bytes32 node, uint256 coin) private pure returns (bytes memory) {
        return abi.encodeWithSignature("addr(bytes32,uint256)", node, coin);
    }

    /// @dev The namehash (EIP-137) of alice.eth
    function _node() private pure returns (bytes32) {
        bytes32 eth = keccak256(abi.encodePacked(bytes32(0), keccak256("eth")));
        return keccak256(abi.encodePacked(eth, keccak256("alice")));
    }
}
